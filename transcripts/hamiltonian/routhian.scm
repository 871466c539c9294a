;;; The Routhian: Hamilton's variables for the cyclic coordinates, Lagrange's for the others.
;;;
;;; A particle in a central field, with the coordinates grouped: first r, then the cyclic phi.

(define ((L-polar m V) local)
  (let ((q (coordinate local))
        (qdot (velocity local)))
    (let ((r (ref q 0))
          (rdot (ref qdot 0))
          (phidot (ref qdot 1)))
      (- (* 1/2 m (+ (square rdot) (square (* r phidot))))
         (V r)))))

(define L (L-polar 'm (literal-function 'V)))
(define R (Lagrangian->Routhian L))

;;; A state of the Routhian has the velocity of r and the momentum of phi.

(R (up 't (up 'r 'phi) (up 'rdot 'p_phi)))
#|
(/
 (+ (* -1/2 (expt m 2) (expt r 2) (expt rdot 2))
    (* m (expt r 2) (V r))
    (* 1/2 (expt p_phi 2)))
 (* m (expt r 2)))
|#

;;; Routh's equations: Lagrange's for r (with the other sign: the Routhian is p_phi phidot - L),
;;; Hamilton's for phi. The momentum of phi is constant.

(((Routh-equations R)
  (literal-function 'r)
  (literal-function 'phi)
  (literal-function 'p_phi))
 't)
#|
(up
 (/
  (+ (* -1 (expt m 2) (expt (r t) 3) (((expt D 2) r) t))
     (* -1 m (expt (r t) 3) ((D V) (r t)))
     (expt (p_phi t) 2))
  (* m (expt (r t) 3)))
 (up
  0
  (/ (+ (* m (expt (r t) 2) ((D phi) t)) (* -1 (p_phi t)))
     (* m (expt (r t) 2)))
  ((D p_phi) t)))
|#
