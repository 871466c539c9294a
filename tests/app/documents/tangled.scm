;; Exercise 1.9
;; :PROPERTIES:
;; :END:


(define ((L m k) local)
  (- (* 1/2 m (square (velocity local))) (* 1/2 k (square (coordinate local)))))


;; #+RESULTS: L
;; : #| L |#

;; Prose with =code=.

(->tex-equation (((Lagrange-equations (L 'm 'k)) (literal-function 'x)) 't))


;; #+RESULTS[2f1a]:
;; \begin{equation}
;; k x\left( t \right) + m {D}^{2}x\left( t \right)
;; \end{equation}

(+ 1 2)

;; #+RESULTS:
;; : 4

(+ 1 1)
;; prose
