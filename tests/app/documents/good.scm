; prose
#| prose, too: it follows no form |#

(define (f x) (* x x))
(f 'a)
#|
(expt a 2)
|#

(pe (+ 'b 'b))   ; a remark
#| (* 2 b) |#

(f 3)

#| prose: there is an empty line above |#
(f 4) #| prose |#
#| 16 is prose as well |#
