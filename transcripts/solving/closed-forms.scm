;;; Closed forms: equations, integrals, limits, differential equations, and small oscillations about equilibria.

;;; solve gives a list of solutions, each checked by substitution; of several unknowns each solution is a tuple.

(solve '(= (square x) a) 'x)
#|
((* -1 (sqrt a)) (sqrt a))
|#

(solve (list '(- (+ x y) s) '(- (* x y) p)) (list 'x 'y))
#|
((up (+ (* 1/2 s) (* -1/2 (sqrt (+ (expt s 2) (* -4 p)))))
     (+ (* 1/2 s) (* 1/2 (sqrt (+ (expt s 2) (* -4 p))))))
 (up (+ (* 1/2 s) (* 1/2 (sqrt (+ (expt s 2) (* -4 p)))))
     (+ (* 1/2 s) (* -1/2 (sqrt (+ (expt s 2) (* -4 p)))))))
|#

;;; Declared facts choose among the solutions.

(assume! '(positive? r))

(solve '(- (square r) 4) 'r)
#|
(2)
|#

;;; Integrals, limits and expansions. What depends on facts that nobody has declared is refused, not guessed.

(integrate '(* x (sin (* a x))) 'x)
#|
(/ (+ (* -1 a x (cos (* a x))) (sin (* a x))) (expt a 2))
|#

(assume! '(positive? k))

(integrate '(exp (* -1 k (square x))) 'x :-infinity :+infinity)
#|
(/ (sqrt π) (sqrt k))
|#

(limit '(/ (- 1 (cos (* a x))) (square x)) 'x 0)
#|
(* 1/2 (expt a 2))
|#

(taylor '(/ 1 (sin x)) 'x 0 3)
#|
(/ (+ 1 (* 7/360 (expt x 4)) (* 1/6 (expt x 2))) x)
|#

;;; A differential equation: the motion of a damped particle, from where it is and how fast.

(define x (literal-function 'x))

(dsolve (+ (* 'm (((expt D 2) x) 't)) (* 'b ((D x) 't)))
        x 't
        (list (x 0) (- ((D x) 0) 'v)))
#|
((/ (+ (* -1 m v (exp (/ (* -1 b t) m))) (* m v)) b))
|#

;;; A bead on a hoop that turns about its vertical diameter: where can it rest?

(assume! '(positive? g))
(assume! '(positive? R))
(assume! '(positive? Omega))

(define (L-hoop local)
  (let ((theta (coordinate local))
        (thetadot (velocity local)))
    (+ (* 1/2 (square 'R) (+ (square thetadot) (square (* 'Omega (sin theta)))))
       (* 'g 'R (cos theta)))))

(define hoop-flow (Lagrangian->state-derivative L-hoop))

(define rests
  (equilibria hoop-flow (up 't 'theta 'thetadot)))

rests
#|
((up t 0 0) (up t π 0)
            (up t (+ (* 2 π) (* -1 (acos (/ g (* (expt Omega 2) R))))) 0)
            (up t (acos (/ g (* (expt Omega 2) R))) 0))
|#

;;; At the lowest point the stability depends on how fast the hoop turns; at the top the bead falls.

(linearize hoop-flow (car rests))
#|
(matrix-by-rows (list 0 1) (list (/ (+ (* (expt Omega 2) R) (* -1 g)) R) 0))
|#

(map (lambda (rest) (car (stability hoop-flow rest))) rests)
#|
(conditional unstable conditional conditional)
|#

;;; The normal modes of a linear molecule of three atoms: it can move away, and oscillates in two ways.

(assume! '(positive? m))
(assume! '(positive? M))

(define (L-molecule local)
  (let ((x (coordinate local))
        (v (velocity local)))
    (- (+ (* 1/2 'm (+ (square (ref v 0)) (square (ref v 2))))
          (* 1/2 'M (square (ref v 1))))
       (* 1/2 'k (+ (square (- (ref x 1) (ref x 0)))
                    (square (- (ref x 2) (ref x 1))))))))

(normal-modes L-molecule (up 't (up 0 0 0) (up 0 0 0)))
#|
((zero 0 (up 1 1 1))
 (oscillation (/ (sqrt k) (sqrt m)) (up -1 0 1))
 (oscillation (/ (sqrt (+ (* M k) (* 2 k m))) (* (sqrt m) (sqrt M)))
              (up 1 (/ (* -2 m) M) 1)))
|#

;;; The equilateral points of three bodies, in the frame that turns with the two heavy ones: Routh's condition.

(define ((H-three-bodies mu) state)
  (let ((q (coordinate state))
        (p (momentum state)))
    (let ((x (ref q 0)) (y (ref q 1)))
      (- (+ (* 1/2 (square p)) (* y (ref p 0)) (* -1 x (ref p 1)))
         (/ (- 1 mu) (sqrt (+ (square (+ x mu)) (square y))))
         (/ mu (sqrt (+ (square (+ x -1 mu)) (square y))))))))

(define (L4 mu)
  (up 't
      (up (- 1/2 mu) (/ (sqrt 3) 2))
      (down (/ (sqrt 3) -2) (- 1/2 mu))))

(linearize (H-three-bodies 'mu) (L4 'mu))
#|
(matrix-by-rows
 (list 0 1 1 0)
 (list -1 0 0 1)
 (list -1/4 (+ 1.299038105676658 (* -2.598076211353316 mu)) 0 1)
 (list (+ 1.299038105676658 (* -2.598076211353316 mu)) 5/4 -1 0))
|#

(stability (H-three-bodies 1/100) (L4 1/100))
#|
(linearly-stable
 (-.2683477485425127i +.2683477485425127i
                       -.9633221090850995i
                       +.9633221090850995i))
|#

(car (stability (H-three-bodies 1/10) (L4 1/10)))
#|
unstable
|#
