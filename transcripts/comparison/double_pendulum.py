"""A class's solutions to the double pendulum: six that are right, in different notations, and ten that are wrong."""

from scmpy import compare

reference = """
(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0
"""

# --- Right -----------------------------------------------------------------------------------------------------------
# with other names and masses multiplied out, in LaTeX, multiplied by lengths, as derivatives, with a ratio, by L

print(
    compare(
        reference,
        """m_1 l_1 φ'' + m_2 l_1 φ'' + m_2 l_2 ψ'' cos(φ - ψ) = -m_2 l_2 ψ'^2 sin(φ - ψ) - (m_1 + m_2) g sin φ
l_2 ψ'' + l_1 φ'' cos(φ - ψ) = l_1 φ'^2 sin(φ - ψ) - g sin ψ""",
        r"""(m_1+m_2) l_1\ddot\alpha + m_2 l_2\ddot\beta\cos(\alpha-\beta) + m_2 l_2\dot\beta^2\sin(\alpha-\beta) = -(m_1+m_2) g\sin\alpha \\
l_2\ddot\beta + l_1\ddot\alpha\cos(\alpha-\beta) - l_1\dot\alpha^2\sin(\alpha-\beta) = -g\sin\beta""",
        """l_1 ((m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α) = 0
m_2 l_2 (l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β) = 0""",
        """d/dt((m_1 + m_2) l_1² α' + m_2 l_1 l_2 β' cos(α - β)) = -m_2 l_1 l_2 α' β' sin(α - β) - (m_1 + m_2) g l_1 sin α
d/dt(m_2 l_2² β' + m_2 l_1 l_2 α' cos(α - β)) = m_2 l_1 l_2 α' β' sin(α - β) - m_2 g l_2 sin β""",
        """(1 + μ) l_1 α'' + μ l_2 β'' cos(α - β) + μ l_2 β'^2 sin(α - β) + (1 + μ) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0
μ = m_2/m_1""",
        """L = ½ (m_1 + m_2) l_1² α'^2 + ½ m_2 l_2² β'^2 + m_2 l_1 l_2 α' β' cos(α - β) + (m_1 + m_2) g l_1 cos α + m_2 g l_2 cos β""",
    )
)

# --- Wrong -----------------------------------------------------------------------------------------------------------
# a sign, a term, a factor, an angle, sin and cos, a sum of angles, a mass, small angles, a length, a square

print(
    compare(
        reference,
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) - m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) + g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - 2 l_1 α'^2 sin(α - β) + g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin α = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' sin(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α + β) - l_1 α'^2 sin(α - β) + g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + m_1 g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' + (m_1 + m_2) g α = 0
l_2 β'' + l_1 α'' + g β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + l_2 g sin β = 0""",
        """(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β' sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0""",
    )
)
