;;; A class's solutions to the double pendulum: six that are right, in different notations, and ten that are wrong.

(define reference
  "(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
   l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0")

;;; --- Right -----------------------------------------------------------------------------------------------------------
;;; with other names and masses multiplied out, in LaTeX, multiplied by lengths, as derivatives, with a ratio, by L

(compare reference

"m_1 l_1 φ'' + m_2 l_1 φ'' + m_2 l_2 ψ'' cos(φ - ψ) = -m_2 l_2 ψ'^2 sin(φ - ψ) - (m_1 + m_2) g sin φ
l_2 ψ'' + l_1 φ'' cos(φ - ψ) = l_1 φ'^2 sin(φ - ψ) - g sin ψ"

"(m_1+m_2) l_1\\ddot\\alpha + m_2 l_2\\ddot\\beta\\cos(\\alpha-\\beta) + m_2 l_2\\dot\\beta^2\\sin(\\alpha-\\beta) = -(m_1+m_2) g\\sin\\alpha \\\\
l_2\\ddot\\beta + l_1\\ddot\\alpha\\cos(\\alpha-\\beta) - l_1\\dot\\alpha^2\\sin(\\alpha-\\beta) = -g\\sin\\beta"

"l_1 ((m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α) = 0
m_2 l_2 (l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β) = 0"

"d/dt((m_1 + m_2) l_1² α' + m_2 l_1 l_2 β' cos(α - β)) = -m_2 l_1 l_2 α' β' sin(α - β) - (m_1 + m_2) g l_1 sin α
d/dt(m_2 l_2² β' + m_2 l_1 l_2 α' cos(α - β)) = m_2 l_1 l_2 α' β' sin(α - β) - m_2 g l_2 sin β"

"(1 + μ) l_1 α'' + μ l_2 β'' cos(α - β) + μ l_2 β'^2 sin(α - β) + (1 + μ) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0
μ = m_2/m_1"

"L = ½ (m_1 + m_2) l_1² α'^2 + ½ m_2 l_2² β'^2 + m_2 l_1 l_2 α' β' cos(α - β) + (m_1 + m_2) g l_1 cos α + m_2 g l_2 cos β")
#|
answer 1: equal: your equations say the same as the reference
  note: φ is read as α
  note: ψ is read as β
  assumed: g l₁ l₂ m₁ m₂ positive
answer 2: equal: your equations say the same as the reference
  assumed: g l₁ l₂ m₁ m₂ positive
answer 3: equal: your equations say the same as the reference
  assumed: g l₁ l₂ m₁ m₂ positive
answer 4: equal: your equations say the same as the reference
  assumed: g l₁ l₂ m₁ m₂ positive
answer 5: equal: your equations say the same as the reference
  assumed: g l₁ l₂ m₁ m₂ positive
answer 6: equal: your equations say the same as the reference
  note: the equations of motion of the Lagrangian are compared
  assumed: g l₁ l₂ m₁ m₂ positive
|#

;;; --- Wrong -----------------------------------------------------------------------------------------------------------
;;; a sign, a term, a factor, an angle, sin and cos, a sum of angles, a mass, small angles, a length, a square

(compare reference

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) - m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) + g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - 2 l_1 α'^2 sin(α - β) + g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin α = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' sin(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α + β) - l_1 α'^2 sin(α - β) + g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + m_1 g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' + (m_1 + m_2) g α = 0
l_2 β'' + l_1 α'' + g β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + l_2 g sin β = 0"

"(m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β' sin(α - β) + (m_1 + m_2) g sin α = 0
l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0")
#|
answer 1: different: your equations are not those of the reference
  equation 1: (m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) - m_2 l_2 β'^2 sin(α - β) + (m_1 + m_2) g sin α = 0
                                                           ~~~~~~~~~~~~~~~~~~~~~~~~~
  the term - m_2 l_2 β'^2 sin(α - β) has the wrong sign: it is the centrifugal term
  assumed: g l₁ l₂ m₁ m₂ positive
answer 2: different: your equations are not those of the reference
  equation 2: l_2 β'' + l_1 α'' cos(α - β) + g sin β = 0
  the term -l₁ α'² sin(α - β) is missing: the centrifugal term
  assumed: g l₁ l₂ m₁ m₂ positive
answer 3: different: your equations are not those of the reference
  equation 2: l_2 β'' + l_1 α'' cos(α - β) - 2 l_1 α'^2 sin(α - β) + g sin β = 0
                                           ~~~~~~~~~~~~~~~~~~~~~~~
  the term - 2 l_1 α'^2 sin(α - β) has to be multiplied by ½: it is the centrifugal term
  assumed: g l₁ l₂ m₁ m₂ positive
answer 4: different: your equations are not those of the reference
  equation 2: l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + g sin α = 0
                                                                 ~~~~~~~~~
  the term g sin α has α in the place of β
  assumed: g l₁ l₂ m₁ m₂ positive
answer 5: different: your equations are not those of the reference
  equation 2: l_2 β'' + l_1 α'' sin(α - β) - l_1 α'^2 sin(α - β) + g sin β = 0
                      ~~~~~~~~~~~~~~~~~~~~
  the term l_1 α'' sin(α - β) has sin(α - β) where cos(α - β) belongs: sine and cosine are exchanged
  assumed: g l₁ l₂ m₁ m₂ positive
answer 6: different: your equations are not those of the reference
  equation 2: l_2 β'' + l_1 α'' cos(α + β) - l_1 α'^2 sin(α - β) + g sin β = 0
                      ~~~~~~~~~~~~~~~~~~~~
  the term l_1 α'' cos(α + β) has α + β where α - β belongs
  assumed: g l₁ l₂ m₁ m₂ positive
answer 7: different: your equations are not those of the reference
  equation 1: (m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β'^2 sin(α - β) + m_1 g sin α = 0
  the term g m₂ sin(α) is missing
  assumed: g l₁ l₂ m₁ m₂ positive
answer 8: different: your equations are not those of the reference
  equal to first order in α and β: a small angle limit is taken
  assumed: g l₁ l₂ m₁ m₂ positive
answer 9: different: your equations are not those of the reference
  equation 2: l_2 β'' + l_1 α'' cos(α - β) - l_1 α'^2 sin(α - β) + l_2 g sin β = 0
                                                                 ~~~~~~~~~~~~~
  the term l_2 g sin β has the factor l₂ too much
  assumed: g l₁ l₂ m₁ m₂ positive
answer 10: different: your equations are not those of the reference
  equation 1: (m_1 + m_2) l_1 α'' + m_2 l_2 β'' cos(α - β) + m_2 l_2 β' sin(α - β) + (m_1 + m_2) g sin α = 0
                                                           ~~~~~~~~~~~~~~~~~~~~~~~
  the term m_2 l_2 β' sin(α - β) lacks the factor β'
  assumed: g l₁ l₂ m₁ m₂ positive
|#
