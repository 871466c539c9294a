;;; Pictures: the course's windows, what is drawn in them, and the explorers of maps and of sections.
;;;
;;; scmpy run windows.scm --figures FOLDER writes the pictures of this program; in a notebook they appear below the cells.

;;; A window spans coordinates; its name is its title, and what its file is called.

(define curves (frame 0. :2pi -1. 1.))

(rename-window curves "sine, cosine and a circle")

(window-coordinates curves)
#|
(0. 6.283185307179586 -1. 1.)
|#

(plot-function curves sin 0. :2pi .05)

(plot-function curves (D sin) 0. :2pi .05)

(plot-parametric curves (lambda (t) (make-point (+ :pi (cos t)) (sin t))) 0. :2pi .05)

;;; Points of a curve so close that neighbours are near: here on a cylinder, whose abscissa is an angle.

(define ((winding turns) t)
  (make-point ((principal-value :2pi) (* turns t)) (cos t)))

(define cylinder (frame 0. :2pi -1.1 1.1))

(plot-parametric-fill cylinder (winding 3) 0. :2pi (cylinder-near? .02))

;;; A motion is drawn by a monitor, as it goes (SICM 1.7).

(define ((monitor-angle win) state)
  (plot-point win (time state) ((principal-value :pi) (coordinate state))))

(define (pend-state-derivative m l g a omega)
  (Lagrangian->state-derivative (L-periodically-driven-pendulum m l g a omega)))

(define plot-win (frame 0. 100. :-pi :pi 600 400))

(rename-window plot-win "a driven pendulum")

(define end
  ((evolve pend-state-derivative 1. 1. 9.8 .1 (* 2. (sqrt 9.8)))
   (up 0. 1. 0.) (monitor-angle plot-win) .05 100. 1e-13))

(time end)
#|
100.
|#

;;; Paths that find-path tries: the last of them is that of least action (SICM 1.4).

(define win2 (frame 0. :pi/2 0. 1.2))

(define ((parametric-path-action Lagrangian t0 q0 t1 q1) intermediate-qs)
  (let ((path (make-path t0 q0 t1 q1 intermediate-qs)))
    (graphics-clear win2)
    (plot-function win2 path t0 t1 (/ (- t1 t0) 100))
    (Lagrangian-action Lagrangian path t0 t1)))

(define path (find-path (L-harmonic 1. 1.) 0. 1. :pi/2 0. 3))

(< (abs (- (path 1.) (cos 1.))) 1e-3)
#|
#t
|#

;;; Orbits of maps: one, and, where nobody presses a button, a grid of them (SICM 3.9).

(define torus (frame 0. :2pi 0. :2pi 600 600))

(display-map torus (standard-map .6) 2. 1. 5000)

(explore-map torus (standard-map .6) 300)

;;; A collector hands an orbit to a monitor, point by point, and says how it ended.

(define lowest :2pi)

(define (lower x y) (set! lowest (min lowest y)))

((default-collector lower (standard-map .6) 1000) 2. 1. (lambda (x y) 'done) (lambda () 'ended))
#|
done
|#

(< lowest .01)
#|
#t
|#

;;; Surfaces of section of any system of two degrees of freedom: the system of Henon and Heiles at the energy 1/8.
;;; Where the energy is too low the window is grey.

(define section (frame -.5 .75 -.5 .5 600 500))

(rename-window section "Henon-Heiles, E = 1/8")

(explore-section section HHHam 1/8 0 200)

(window-size section)
#|
(600 500)
|#
