;;; SICM figures 3.12 to 3.14 (section 3.6.1): stroboscopic surfaces of section of a driven pendulum: its support moves a
;;; little, at twice its natural frequency, and fast. The orbits are mine; the scattered points of
;;; the first two are of one orbit each.
;;; Asserted: residues, which are between 0 and 1 where motion is stable: hanging down and turning with the drive; hanging
;;; at twice the frequency, not stable, and what has doubled its period; hanging and standing upright when it is fast.

(define (section name A ratio most seeds)
  (let ((dp (driven-pendulum-map 1. 1. 9.8 A (* ratio (sqrt 9.8))))
        (win (frame :-pi :pi (- most) most)))
    (rename-window win name)
    (for-each (lambda (seed) (display-map win dp (car seed) (cadr seed) (caddr seed))) seeds)
    dp))

(define little
  (section "3.12" .05 4.2 20.
    '((.4 0. 500) (.8 0. 500) (1.2 0. 500) (1.55 0. 500) (1. -9.5 10000) (0. 10.4 200) (0. -10.4 200)
      (2. 7.7 300) (2. -7.7 300) (3. 13.5 500) (3. 15. 500) (3. -13.5 500) (3. -15. 500)
      (0. 15.3 500) (0. 18. 500) (0. -15.3 500) (0. -18. 500))))

(define twice
  (section "3.13" .1 2. 10.
    '((0. 3.2 300) (0. 2.8 500) (0. 2. 500) (2. 0. 8000) (3. 5.5 300) (3. -5.5 300) (0. 8.7 500) (0. -8.7 500))))

(define fast
  (section "3.14" .2 10.1 20.
    '((.4 0. 500) (.8 0. 500) (1.15 0. 500) (2.8 0. 500) (2.4 0. 500) (1. 11. 500) (-1. -11. 500)
      (3. 7.8 300) (3. -7.8 300) (2. 5. 5000) (2. -5. 5000))))

(define (residue dp theta p n)
  (/ (round (* 1e4 (list-ref (find-fixed-point dp (up theta p) n) 5))) 1e4))
(map residue (list little little twice twice fast fast) '(0. 3. 0. 0. 0. 3.1) '(0. 13. 0. 3.4 0. 0.) '(1 1 1 2 1 1))
#|
(.4733 .2281 1.0246 .3586 .2855 .1019)
|#
