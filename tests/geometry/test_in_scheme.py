"""Programs of geometry as the original takes them, with its answers."""

from scmpy.scheme import Session

from ..tables import answers

test_answers_of_the_original = answers(__file__, "answers.txt")


def test_the_prompt_shows_components():
    session = Session()
    session.run("(define-coordinates (up theta phi) S2-spherical) (define g S2-metric) (define sys S2-spherical)")
    session.run(
        "(define X (* (sin theta) d/dphi)) (define Y (* (cos phi) d/dtheta)) (define nabla (Levi-Civita g sys))"
    )
    session.run("(define q (compose (point sys) (up (literal-function 'a) (literal-function 'b)) (chart R1-rect)))")
    for form, text in {
        "(commutator X Y)": "(+ (* -1 (sin theta) (sin phi) d/dtheta) (* -1 (cos phi) (cos theta) d/dphi))",
        "((Lie-derivative X) dphi)": "(* (cos theta) dtheta)",
        "((nabla Y) (wedge dtheta dphi))": "(* (/ (* -1 (cos theta) (cos phi)) (sin theta)) (wedge dtheta dphi))",
        "((nabla X) (cos phi))": "(* -1 (sin phi) (sin theta))",
        "((lower g) X)": "(* (expt (sin theta) 3) dphi)",
        "((raise g sys) dphi)": "(* (/ 1 (expt (sin theta) 2)) d/dphi)",
        "(Alt (tensor-product2 dtheta dphi))": "(* 1/2 (wedge dtheta dphi))",
        "(d (d theta))": "0",
        "((Killing-residual g) X)": "(Killing-residual (* (sin theta) d/dphi)) = 2 cos(θ) sin²(θ) dθ dφ\n",
        "(curvature-forms g sys)": "(down (up 0 (* -1 (wedge dtheta dphi)))",
        "(literal-vector-field 'v sys)": "v",
        "((geodesic-equation R1-rect sys nabla) q)": "(up\n (+ (* -1 (sin (a ",
        "(nonzero-components (Ricci g sys) sys)": "(((0 0) 1) ((1 1) (expt (sin theta) 2)))",
        "(Ricci S2-metric S2-spherical)": "Ricci = dθ² + sin²(θ) dφ²\n",
        "(Levi-Civita S2-metric S2-spherical)": "Christoffel\n3 of 8 components",
        "(Levi-Civita S2-metric)": "Christoffel\n3 of 8 components",
        "(components-table S2-metric)": "S2-metric = dθ² + sin²(θ) dφ²\n",
    }.items():
        assert session.result_text(session.run(form)).startswith(text), form
    assert r"\cos\left(\theta\right) \mathrm{d}\theta" in session.run("((Lie-derivative X) dphi)")._repr_latex_()
    assert (
        session.result_text(session.run("(list S2-metric)"))
        == "((+ (expt dtheta 2) (* (expt (sin theta) 2) (expt dphi 2))))"
    )
