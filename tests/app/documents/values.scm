(define (f x) (* x x))
;Value: f

(+ 'a 'a)
;Value: (* a 2)
(display "so far")
#|
so far
;Unspecified return value
|#

(f 3)

;Value 12: 10
(f 4)
; Value: prose
