"""Whatever a name of scmpy/plot is called with, in Scheme or in Python: a picture, a word, or an error of scmpy's."""

import random
import warnings

import numpy
import pytest

from scmpy.errors import InternalError, ScmpyError
from scmpy.plot.figure import collecting
from scmpy.registry import entries
from scmpy.scheme import Session

PRELUDE = """
(define (sysder state) (up 1 (ref state 2) (- (sin (ref state 1)))))
(define motion (trajectory sysder (up 0. 1. 0.) 2.))
(define (spring state) (up 1 (ref state 2) (- (ref state 1))))
(define planar (trajectory spring (up 0. (up 1. 0.) (up 0. 1.)) 2.))
(define (H state) (+ (/ (square (ref state 2)) 2) (/ (square (ref state 1)) 2)))
(define ((family mu) x) (* mu x (- 1 x)))
(define ((mathieu a b) s) (up 1 (ref s 2) (* (- (ref s 1)) (+ a (* b (cos (ref s 0)))))))
(define (ball p)
  (up (* (sin (ref p 0)) (cos (ref p 1))) (* (sin (ref p 0)) (sin (ref p 1))) (cos (ref p 0))))
(define (joints state) (up (up 0 0) (up (sin (ref state 1)) (- (cos (ref state 1))))))
(define (ring t) (up (cos (* :2pi t)) (sin (* :2pi t))))
(define (angle state) (ref state 1))
(define (speed state) (ref state 2))
(define wind (components->vector-field (up (lambda (m) 1) (lambda (m) 2)) R2-rect))
(define kick (standard-map .6))
(define (stay state) state)
(define (back x y) (up 0 x y))
"""

#: A call of each name, which works; a window is made anew for each.
CALLS = """
(default-collector list kick 5)
(default-monitor window)
(display-map window kick .1 .2 10)
(explore-map window kick 5)
(explore-section window HHHam .125 0 3 0 #f)
(frame 0 1 0 1 100 100)
(get-pointer-coordinates window list)
(graphics-clear window)
(graphics-flush window)
(graphics-draw-line window 0 0 1 1)
(graphics-draw-point window .1 .2)
(graphics-close window)
(make-display-frame 0 1 0 1 100 100)
(make-window 100 100)
(mechanism-movie motion joints)
(monitor-errors window 1. 2. 3. (up 1. 0. 0.) 1.)
(monitor-theta window)
(monitor-xy window)
(page sysder (up 0. 1. 0.) (list) joints speed stay back (list -1 1 -1 1) 'x "x v" "a" (list (list 0 1)) #f 2.)
(plot-bifurcation family (list 2.8 3. 3.2) .5 10 10)
(plot-body-momentum 1. 2. 3.)
(plot-configuration planar coordinate)
(plot-divergence sysder (up 0. 1. 0.) 2. 1e-8 1e-10)
(plot-drift motion angle)
(plot-frame 0 1 0 1 100 100)
(plot-function window sin 0 1 .1)
(plot-geodesics ball (list (list (up 1. 0.) (up 0. 1.))) 1. (list .1 3.) (list 0 6.))
(plot-line window 0 0 1 1)
(plot-manifolds kick (up 0. 0.) 3. .2)
(plot-mechanism motion joints 3)
(plot-parametric window ring 0 1 .1)
(plot-parametric-fill window ring 0 1 (plane-near? .1))
(plot-phase-portrait H (list -1 1) (list -1 1) 5)
(plot-point window .1 .2)
(plot-section kick (list (up 1. 2.)) 10)
(plot-stability mathieu (up 0. 0. 0.) 6.28 (list 0 1) (list 0 1) 5)
(plot-surface ball (list .1 3.) (list 0 6.))
(plot-torus motion angle speed)
(plot-trajectory motion angle speed)
(plot-vector-field wind (list -1 1) (list -1 1) 5)
(pointer-coordinates window list)
(rename-window window 'w)
(resize-window window 100 100)
(save-movie motion "nowhere.gif")
(torus-movie motion angle speed)
(window-coordinates window)
(window-size window)
"""

#: What stands in the place of an argument: odd values, empty ranges, functions without a value, or of another shape.
ODD = """
'() #t "s" 'a (up) (up 1 2 3) (down 1 2) -1 0 1/2 (expt 10 400) +nan.0 +inf.0 +i
(list 1 1) (list 2 1) (list 0 +nan.0) (list 0 1 2) car (lambda () 1) (lambda (x) 'nowhere) (lambda (x) +nan.0)
(lambda (x) (/ 1 0)) (lambda (x) (up x x x x)) (lambda (x y go fail) (fail)) (lambda (x) +i) sin
(matrix-by-rows '(1 2) '(3 4))
"""
TRIED = 2  # odd values for each argument
#: Values that Scheme has not.
ODD_IN_PYTHON = (None, {}, numpy.array([]), numpy.array([numpy.nan, numpy.nan]), numpy.array([1j]), object())


def parts(text):
    """The expressions of a text."""
    found, depth, word = [], 0, ""
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter.isspace() and depth == 0:
            found, word = found + [word] * bool(word), ""
        else:
            word += letter
    return found + [word] * bool(word)


CALLED = {name: arguments for name, *arguments in (parts(line[1:-1]) for line in CALLS.split("\n") if line)}


def drawn(module):
    return module.startswith("scmpy.plot")


PLOTTING = {e.scheme: e.value for e in entries() if callable(e.value) and drawn(e.module)}
DRAWING = [name for name in PLOTTING if name.startswith("plot-") and name != "plot-frame"]


@pytest.fixture(scope="module")
def session():
    made = Session()
    made.run(PRELUDE)
    return made


def points(figures):
    """How much is drawn in them."""
    found = 0
    for axes in (axes for figure in figures for axes in figure.axes):
        for line in axes.lines:
            data = line.get_data_3d() if hasattr(line, "get_data_3d") else line.get_xydata().T
            found += int(numpy.isfinite(numpy.array(data, dtype=float)).all(axis=0).sum())
        found += len(axes.images) + len(axes.patches) + len(axes.collections)
    return found


def outcome(name, call):
    """What is wrong with a call: an error that is not scmpy's, or a picture without anything and without a word."""
    with collecting() as figures, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            call()
        except InternalError as error:
            return f"a defect: {error}"
        except ScmpyError as error:
            return "" if str(error) else "an error without a word"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        if name in DRAWING and not told and not points(figures):
            return "a blank picture without a word"
    return ""


def test_every_name_has_a_call():
    assert sorted(CALLED) == sorted(PLOTTING)


@pytest.mark.slow
@pytest.mark.misuse
@pytest.mark.parametrize("name", sorted(CALLED))
def test_wrong_arguments(name, session):
    choose, odd, wrong = random.Random(name), parts(ODD), []
    for place in range(len(CALLED[name])):
        for value in choose.sample(odd, TRIED):
            arguments = [*CALLED[name]]
            arguments[place] = value
            text = f"({name} {' '.join(arguments)})"

            def by_scheme(text=text):
                session.run("(define window (frame -1 1 -1 1))")
                session.run(text)

            wrong += [(text, said)] if (said := outcome(name, by_scheme)) else []
        for value in choose.sample(ODD_IN_PYTHON, 1):

            def by_python(place=place, value=value):
                session.run("(define window (frame -1 1 -1 1))")
                arguments = [session.run(text) for text in CALLED[name]]
                arguments[place] = value
                PLOTTING[name](*arguments)

            wrong += [(name, place, value, said)] if (said := outcome(name, by_python)) else []
    assert not wrong, "\n".join(map(str, wrong))
