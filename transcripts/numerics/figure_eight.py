# The figure eight of three bodies, continued by the power of their attraction.

from scmpy import *
from scmpy.scheme.language import cadr, car, filter_, is_string_null, length, list_ref, round_, show


def attracted(a):
    def at(state):
        q = coordinate(state)

        def pull(i, j):
            d = q[j] - q[i]
            return div(d, expt(square(d), div(a + 2, 2)))

        return up(1, velocity(state), up(pull(0, 1) + pull(0, 2), pull(1, 0) + pull(1, 2), pull(2, 0) + pull(2, 1)))

    return at


# Under the potential -1/r the bodies run one after the other along one curve; 6.3259 is the period.

start = up(
    0.0,
    up(up(0.97000436, -0.24308753), up(-0.97000436, 0.24308753), up(0.0, 0.0)),
    up(up(0.466203685, 0.43236573), up(0.466203685, 0.43236573), up(-0.93240737, -0.86473146)),
)

period = 6.32591398

# The orbit of this period is followed until the potential is -1/r^1.3. Each point of the branch has the parameter, the
# state, the period, the multipliers, their kind and an event.

eights = continue_periodic_orbits(attracted, start, period, 1.0, 1.3, 200, True, 1e-10)


def rounded(x):
    return round_(10000.0 * x) / 10000.0


def event(point):
    return list_ref(point, 5)


show(
    tuple(
        (event(point), rounded(car(point))) for point in filter_(lambda point: not is_string_null(event(point)), eights)
    )
)
# (("stability" 1.2283))

# The last one is still such an orbit: after a third of the period each body is where the next one was.

last_state = cadr(list_ref(eights, length(eights) - 1))

after = state_advancer(lambda: attracted(1.3))(last_state, div(period, 3), 1e-12)


def moved(i, j):
    return magnitude(coordinate(after)[i] - coordinate(last_state)[j])


show(moved(0, 2) + moved(1, 0) + moved(2, 1) < 1e-06)
# #t
