;;; SICM figures 3.19 to 3.21 (section 3.6.3): surfaces of section of the system of Henon and Heiles at the energies 1/12,
;;; 1/8 and 1/6. The orbits are mine; the scattered points are of one for each energy.
;;; Asserted: the residues of the right island, between 0 and 1 where it is stable; at 1/6 it has doubled its period. The
;;; islands above and below are around orbits that are straight lines.

(define (section name E seeds)
  (let ((win (frame -.5 .7 -.6 .6))
        (HH (HHmap E .1 1e-10 1e-12)))
    (rename-window win name)
    (for-each (lambda (seed) (display-map win HH (car seed) (cadr seed) (caddr seed))) seeds)
    HH))

(define HH12
  (section "3.19" 1/12
    '((.3 0. 500) (.35 0. 500) (.4 0. 500) (.44 0. 500) (.47 0. 500) (-.1203 0. 1500) (-.17 0. 500) (-.2 0. 500)
      (-.25 0. 500) (-.31 0. 500) (-.36 0. 500) (0. .22 500) (0. .25 500) (0. .28 500) (0. -.22 500) (0. -.25 500)
      (0. -.28 500))))
(define HH8
  (section "3.20" 1/8
    '((.33 0. 500) (.4 0. 500) (.45 0. 500) (.04 .09 500) (-.25 0. 500) (-.3 0. 500) (-.33 0. 500) (-.36 0. 500)
      (-.4 0. 500) (0. .27 500) (0. .3 500) (0. -.27 500) (0. -.3 500) (-.1 0. 4000))))
(define HH6
  (section "3.21" 1/6
    '((.1 0. 500) (.15 0. 500) (.2 0. 500) (-.42 0. 500) (.3 .2 6000))))

(define (residue HH y n) (/ (round (* 1e4 (list-ref (find-fixed-point HH (up y 0.) n) 5))) 1e4))
(map residue (list HH12 HH8 HH6 HH6) '(.3 .3 .3 .55) '(1 1 1 2))
#|
(.3383 .7259 1.2327 .9885)
|#

(map (lambda (HH E)
       (< (magnitude (- (car (find-fixed-point HH (up 0. .22))) (up 0. (/ (sqrt (* 2 E)) 2)))) 1e-9))
     (list HH12 HH8) '(1/12 1/8))
#|
(#t #t)
|#
