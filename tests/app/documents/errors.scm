(foo 3)
;Unbound variable: foo
;To continue, call RESTART with an option number:
; (RESTART 3) => Specify a value to use instead of foo.
; (RESTART 1) => Return to read-eval-print.

(car 1)
#|
;The object 1, passed as the first argument to car, is not the correct type.
|#
(bar 1)
;Unbound variable: baz
;To continue, call RESTART with an option number:
; (RESTART 1) => Return to read-eval-print.
(+ 1 2)
;Unbound variable: +
;To continue, call RESTART with an option number:
; (RESTART 1) => Return to read-eval-print.
