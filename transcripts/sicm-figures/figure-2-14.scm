;;; SICM figure 2.14 (section 2.11.3): trajectories of a satellite's orientation on a circular orbit in phase space.
;;; The out-of-roundness, .5, is mine, and so are the energies; n = 1.
;;; Asserted: rotations that differ from the orbit's by less than n epsilon oscillate (2.113), others go on.

(define epsilon .5)

(define (H state)
  (- (* 1/2 (square (momentum state)))
     (* 1/4 (square epsilon) (cos (* 2 (coordinate state))))))

(define win (frame :-pi :pi -1. 1.))
(rename-window win "2.14")
(define axes (plot-phase-portrait win H (list :-pi :pi) '(-1. 1.) '(-.05 -.03 0. .03 .05 .1 .17 .26 .37)))

(define (turns p)
  (length (crossings (trajectory (Hamiltonian->state-derivative H) (up 0. 0. p) 50.) momentum)))
(map turns (list (* .99 epsilon) (* 1.01 epsilon)))
#|
(4 0)
|#
