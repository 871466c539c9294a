;;; SICM figure 3.4 (section 3.3): contours of the Hamiltonian of a pendulum of 1 m and 1 kg in its phase space. The
;;; energies are mine.
;;; Asserted: with the momentum 2 m l sqrt(g l) at the bottom it would just get to the top; with less it oscillates.

(define H (Lagrangian->Hamiltonian (L-pendulum 9.8 1. 1.)))

(define win (frame :-pi :pi -10. 10.))
(rename-window win "3.4")
(define axes (plot-phase-portrait win H (list :-pi :pi) '(-10. 10.) '(-9. -7. -4. 0. 4. 8. 12. 20. 30. 40.)))

(define most (* 2 (sqrt 9.8)))
(< (abs (- (H (up 0 0 most)) (H (up 0 :pi 0)))) 1e-12)
#|
#t
|#

(define (turns p)
  (length (crossings (trajectory (Hamiltonian->state-derivative H) (up 0. 0. p) 10.) momentum)))
(map turns (list (* .999 most) (* 1.001 most)))
#|
(3 0)
|#
