import io
from scmpy.scheme import Session
for l in ["(ref (up 1 2 3 4 5) '(1 3))","(ref (list 1 2 3 4 5) '(1 3))",'(ref "abcdef" \'(1 3))','(ref "abc" 1)',"((component '(1 0)) (up 1 (up 2 3)))","((component '(0 2)) (up 1 2 3))","((match:->combinators '(a (?? x) b)) '((a 1 2 b)) '() (lambda (d r) d))","((match:->combinators '(a (? x) b)) '((a 1 b)) '() (lambda (d r) (list d r)))","(get-handler 'square '(1))","(gcd (* -2 'x) (* 4 'x))","(acos -2.)","(atanh -2.)","(acosh .5)","(poly:factor '(* (+ x 1) (expt (+ y 2) 2)))"]:
    s=Session(time_limit=20)
    try: print(l,"=>",s.result_text(s.run(l))[:150])
    except Exception as e: print(l,"=> ERR",str(e).splitlines()[0][:150])
