"""The names whose modules are loaded when one of them is asked for, and the modules that are loaded first.

Made from the modules by tests/structure/stubs.py, not written by hand; :mod:`scmpy.registry` reads it.
"""

#: The modules that are loaded first; they import the others.
FIRST = """
    version generic.progress generic.redefinition generic.tail_calls generic.complex
    symbolic.algebra.roots_in_closed_form symbolic.bases symbolic.exact_angles numerics.special.integrals
    symbolic.decision.ideals symbolic.algebra.groebner symbolic.heuristic_numbers structure.real_roots
    structure.solutions symbolic.algebra.divisors symbolic.memory symbolic.sharing structure.arithmetic
    structure.two_tensor symbolic.algebra.shortest symbolic.algebra.identities mechanics.equation_solver
    numerics.special.bessel structure.vectors structure.function_types structure.literal_application
    structure.literal_values structure.quaternion_functions structure.sympy_values structure.eigen
    calculus.operator_parts geometry.inertial_frames calculus.own_functions calculus.comparison
    calculus.series_functions calculus.series_parts calculus.sympy_series mechanics.normal_form mechanics.pendulum
    geometry.coordinates geometry.linearity mechanics.rigid mechanics.poincare geometry.lie mechanics.generating
    mechanics.routhian mechanics.elimination mechanics.models mechanics.lie mechanics.symplectic mechanics.geodesics
    mechanics.lie_poisson geometry.comparison geometry.spacetimes mechanics.se3 mechanics.so3 geometry.isometries
    geometry.electromagnetism geometry.relativity
"""

#: Their names in Scheme.
SCHEME: dict[str, str] = {
    "calculus.richardson": """
        accelerate-zeno-sequence generate-gradient-procedure guess-ord-and-inc make-zeno-tableau
        richardson-derivative richardson-limit richardson-second-derivative richardson-sequence""",
    "clifford": """
        CGA2 CGA3 Clifford-conjugate PGA2 PGA3 STA VGA2 VGA3 basis-blades coefficient-of commutator-product dual
        even-part ga:circle ga:coordinates ga:dilator ga:infinity ga:line ga:origin ga:plane ga:point ga:rotor
        ga:sphere ga:translator geometric-algebra geometric-algebra? grade-involution grade-part join
        left-contraction literal-multivector make-multivector meet multivector? norm-of norm-squared normalized
        reversion right-contraction sandwich scalar-part scalar-product undual""",
    "geometry.geometric_calculus": """
        form-field->multivector-field multivector-covariant-derivative multivector-field->form-field
        multivector-field->vector-field vector-derivative vector-field->multivector-field""",
    "geometry.integral_curves": """
        geodesic holonomy integral-curve parallel-transport""",
    "mechanics.action": """
        Lagrangian-action linear-interpolants make-path parametric-path-action varied-free-particle-action""",
    "mechanics.equations.compare": """
        equivalent-equations""",
    "mechanics.equations.evidence": """
        check-certificate""",
    "mechanics.equations.transcripts": """
        comparison->transcript""",
    "mechanics.equilibria": """
        equilibria linearize stability""",
    "mechanics.least_action": """
        find-path""",
    "mechanics.maps": """
        iterated-map standard-map standard-map-inverse""",
    "mechanics.motors": """
        motor-Lagrangian->Hamiltonian motor-inertia motor-momentum->velocity motor-phase-space-derivative
        motor-velocity->momentum""",
    "mechanics.sections": """
        HHmap driven-pendulum-map find-next-crossing refine-crossing section->state section-map""",
    "mechanics.small_oscillations": """
        normal-modes""",
    "museum.analyzer": """
        auxiliary-variable-fetcher default-simplifier expression-analyzer expression-simplifier fpf:analyzer
        fpf:simplify initializer make-analyzer pcf:analyzer priority-setter rcf:analyzer""",
    "museum.constructors": """
        add-property! addto-symbolic-operator-table get-property has-property? make-combination make-literal
        make-numerical-literal make-real-literal symb:* symb:+ symb:- symb:/ symb:abs symb:acos symb:asin symb:atan
        symb:conjugate symb:cos symb:cosh symb:exp symb:expt symb:imag-part symb:log symb:real-part symb:sin
        symb:sinh symb:sqrt symb:tan symb:tanh symbolic-environment symbolic-operator""",
    "museum.continued_fractions": """
        Farey-decode Farey-encode Farey-sequence continued-fraction convergents""",
    "museum.contraction": """
        s:contract""",
    "museum.differential_parts": """
        F->directional-derivative deriv:euclidean-structure deriv:multivariate-derivative diff:binary-comparator
        diff:binary-op diff:derivative diff:nary-op diff:unary-op differential-object differential?
        extract-dx-function extract-dx-operator extract-dx-part finite-part hide-tag-in-procedure infinitesimal-part
        litderiv m:partial-derivative make-differential-tag make-partials make-x+dx max-order-tag partial-derivative
        q:partial-derivative replace-differential-tag simple-derivative-internal with-tag without-tag""",
    "museum.extension": """
        assign-operation dwim generic-operator-arity get-handler get-operator-record make-generic-operator
        no-way-known""",
    "museum.functionals": """
        apply-to-all binary-combine bracket iterate-until-stable list:elementwise nary-combine unary-combine
        vector:elementwise""",
    "museum.indexed": """
        declare-index-types! has-index-types? i:contract i:outer-product index-types indexed->typed structure->typed
        typed->indexed typed->structure""",
    "museum.match_names": """
        match:->combinators match:all-results match:bind match:element match:equal match:eqv match:extract-segment
        match:list match:lookup match:predicate match:reverse-segment match:segment match:value matcher
        pattern:compile predicate:compile skel:compile try-rules""",
    "museum.matrix_formulas": """
        Cramers-rule classical-adjoint-formula general-determinant m:cross-product-column m:cross-product-row
        m:dot-product-column m:dot-product-row""",
    "museum.matrix_parts": """
        array->matrix column-matrix->vector column-matrix? diagonal? m:antisymmetric? m:apply m:arity m:diagonal
        m:dimension m:elementwise m:inner-product m:make-diagonal m:make-zero m:minor m:nth-col m:nth-row
        m:outer-product m:rsolve m:solve m:solve-linear m:submatrix matrix->array matrix-by-col-list matrix-size
        matrix-with-substituted-row matrix:elementwise row-matrix->vector row-matrix? set-numerical! set-symbolic!
        square-matrix? vector->row-matrix""",
    "museum.pendulum_global": """
        pendulum-global-aa-state-to-state pendulum-state-to-global-aa-state""",
    "museum.pendulum_series": """
        pendulum-f pendulum-g pendulum-inverse-f pendulum-inverse-g pendulum-solution-series""",
    "museum.poincare_birkhoff": """
        dp-aa-map dp-map explore-dp-aa radial-mapping-sequence""",
    "museum.polynomial_gcd": """
        *euclid-breakpoint-arity* *gcd-cut-losses* *heuristic-sparse-gcd-enabled* gcd-memoizer poly/gcd-classical
        poly/gcd-collins poly/gcd-euclid sparse-gcd sparse-heuristic-gcd sparse-multivariate-gcd
        sparse-univariate-gcd""",
    "museum.polynomial_names": """
        *$poly +$poly -$poly fpf:* fpf:+ fpf:- fpf:->expression fpf:= fpf:divide fpf:expression-> fpf:expt fpf:gcd
        fpf:horner-eval fpf:negate pcf:->expression pcf:expression-> poly/add poly/arg-scale poly/arg-shift
        poly/arity poly/coefficient poly/contract poly/contractable? poly/degree poly/derivative-principal poly/div
        poly/equal? poly/expt poly/extend poly/gcd poly/gcd-sparse poly/horner-univariate poly/leading-coefficient
        poly/lowest-order poly/make-vars poly/mul poly/negate poly/normalize poly/one? poly/principal-reverse
        poly/pseudo-remainder poly/quotient poly/scale poly/square poly/sub poly/trailing-coefficient poly/zero?
        poly:* poly:+ poly:- poly:->dense poly:->expression poly:->lambda poly:= poly:apply poly:arg-scale
        poly:arg-shift poly:arity poly:coefficient poly:contract poly:contractable? poly:degree poly:dense->
        poly:derivative poly:divide poly:expression-> poly:expt poly:extend poly:gcd poly:lcm
        poly:leading-coefficient poly:lowest-order poly:negate poly:new-variables poly:normalize-by poly:one?
        poly:partial-derivative poly:principal-reverse poly:principal-value poly:pseudo-remainder poly:quotient
        poly:remainder poly:scale poly:square poly:trailing-coefficient poly:value poly:zero? sparse-add
        sparse-divide sparse-evaluate sparse-multiply split-polynomial""",
    "museum.polynomial_parts": """
        explicit-pcf? pcf? poly/abs poly/adjoin poly/base-coefficients poly/check-same-arity poly/coefficients
        poly/derivative-partial poly/except-leading-term poly/horner poly/horner-with-error poly/identity
        poly/identity? poly/leading-base-coefficient poly/make-c*x^n poly/make-constant poly/make-from-dense
        poly/make-from-sparse poly/make-identity poly/monic? poly/negative? poly/not-divisible? poly/one
        poly/partial-derivative poly/zero poly:except-leading-term poly:horners-rule-with-error poly:identity
        poly:leading-base-coefficient poly:one poly:zero""",
    "museum.quaternion_parts": """
        4x4->quaternion q:* q:+ q:- q:/ q:4x4-> q:= q:apply q:arity q:invert q:make q:make-unit q:negate q:unit?
        quaternion->4x4 quaternion-ref real&3vector->quaternion rotation-matrix->quaternion s:1 s:i s:j s:k""",
    "museum.rational_functions": """
        rcf:* rcf:+ rcf:- rcf:->expression rcf:/ rcf:compose rcf:denominator rcf:derivative rcf:expression->
        rcf:expt rcf:gcd rcf:numerator rcf:partial-derivative rcf:value""",
    "museum.sparse_polynomials": """
        *sgcd-restart-limit* *sgcd-stage-limit* expand-poly interpolate-skeleton sparse-divisible?
        sparse-interpolate univariate-interpolate""",
    "museum.spin": """
        I_2 sigma^x sigma^y sigma^z""",
    "museum.strategies": """
        only-if rule:attempt rule:bottom-up rule:branch rule:choice rule:guard rule:iterated rule:iterated-bottom-up
        rule:iterated-top-down rule:n-times rule:pipe rule:top-down simplify-and-canonicalize simplify-and-flatten
        simplify-until-stable""",
    "museum.structure_parts": """
        down->vector flip-outer-index list->up-structure list-with-substituted-coord s:->vector s:apply s:arity
        s:elementwise s:forall s:foreach s:fringe s:map-chain s:map/r s:opposite s:ref s:same s:select s:sigma
        s:sigma/l s:sigma/r s:structure s:subst s:with-substituted-coord structure->access-chains
        structure->prototype structure:elementwise typical-object ultra-flatten ultra-unflatten up->vector
        up-structure->list""",
    "museum.suppression": """
        arg-suppressor clear-arguments show-suppressed-arguments suppress-arguments""",
    "museum.two_tensor": """
        *allowing-incompatible-multiplication* 2-down? 2-up? A^m_n->Mmn A^mn->Mmn A_m^n->Mnm A_mn->Mnm Mmn->A^m_n
        Mmn->A^mn Mnm->A_m^n Mnm->A_mn down-of-ups? matrix->structure s:compatible-elements?
        s:compatible-for-contraction? s:transpose-outer single-layer-down? single-layer-up? structure->matrix
        submatrix up-of-downs?""",
    "museum.typed_names": """
        add-assumption! coefficient*series coefficient+series coefficient-series coefficient/series default-simplify
        down*matrix easy-simplify g:* g:+ g:- g:/ g:expt g:invert g:negate g:sigma g:simplify g:sqrt g:square
        m:conjugate m:cos m:determinant m:exp m:expt m:invert m:negate m:sin m:square m:trace m:transpose
        matrix*matrix matrix*scalar matrix*up matrix*vector matrix+matrix matrix+scalar matrix-matrix matrix-scalar
        matrix/matrix matrix/scalar memoized-simplify n:* n:+ n:- n:/ n:exp n:expt n:sqrt new-simplify o:* o:+ o:-
        o:cos o:exp o:expt o:f*o o:f+o o:f-o o:negate o:o*f o:o+f o:o-f o:o/n o:sin rule:compile s:abs s:conjugate
        s:determinant s:divide-by-structure s:dot-product s:invert s:magnitude s:multiply s:negate
        s:solve-linear-left s:solve-linear-right s:square s:trace s:transpose scalar*matrix scalar*structure
        scalar*vector scalar+matrix scalar-matrix scalar/matrix scalar/tensor series*coefficient series+coefficient
        series-coefficient series/coefficient series:add series:div series:expt series:invert series:mul
        series:negate series:sub simplify-abstract-function simplify-differential simplify-down
        simplify-literal-number simplify-matrix simplify-numerical-expression simplify-operator simplify-procedure
        simplify-quaternion simplify-units simplify-up structure*scalar structure/scalar structure:expt v:conjugate
        v:cross-product v:negate v:square vector*scalar vector+vector vector-vector vector/scalar""",
    "museum.unparsing": """
        process-sum split-at-underscore-or-caret unparse unparse-number unparse-symbol""",
    "museum.value_types": """
        abstract-function? abstract-matrix? abstract-number? abstract-quantity? abstract-structure? abstract-vector?
        down-quantity? function-quantity? literal-real? matrix-quantity? numerical-quantity? type
        type-expression->predicate type-expression->type-tag type-predicate up-quantity? vector-quantity?""",
    "museum.vector_parts": """
        general-inner-product maxnorm v:basis-unit? v:cube v:generate v:make-basis-unit v:make-unit v:make-zero
        v:scale v:unit?""",
    "museum.vestiges": """
        *improper-integral-breakpoint* enable-constructor-simplifications""",
    "numerics.approximation.chebyshev": """
        cheb-econ cheb-exp->poly cheb-exp-value cheb-root-list chebyshev-polynomial first-n-cheb-values
        generate-approx-poly generate-cheb-exp legendre-polynomial poly->cheb-exp poly-domain->canonical
        poly-domain->general trim-cheb-exp""",
    "numerics.approximation.extrapolation": """
        polynomial-extrapolation rational-extrapolation""",
    "numerics.approximation.interpolation": """
        Lagrange-interpolation-function get-poly-and-errors lagrange-interpolation-function make-cubic-interpolant
        make-hermite-interpolator make-interp-poly make-linear-interpolator make-quintic-interpolant
        polynomial-function rational-interpolation""",
    "numerics.approximation.piecewise": """
        make-ppa make-smooth-ppa ppa-memo ppa-value smooth-ppa-memo""",
    "numerics.compile.function": """
        compile-function""",
    "numerics.ensembles.ensemble": """
        ensemble""",
    "numerics.flow.fixed_points": """
        find-fixed-point find-periodic-orbit fixed-point-part""",
    "numerics.flow.invariant_curves": """
        find-invariant-curve radially-mapping-points which-way?""",
    "numerics.flow.lyapunov": """
        lyapunov-exponents lyapunov-exponents-of-map""",
    "numerics.flow.manifolds": """
        find-homoclinic-point fixed-point-eigen stable-manifold unstable-manifold""",
    "numerics.flow.points": """
        abscissa cylinder-near? make-point ordinate plane-near? torus-near?""",
    "numerics.flow.rotation": """
        mean-frequency rotation-number""",
    "numerics.flow.shooting": """
        motion-between shooting""",
    "numerics.flow.variational": """
        monodromy-matrix variational-equations""",
    "numerics.linear.gram_schmidt": """
        gram-schmidt lorentz-metric""",
    "numerics.linear.integer_relations": """
        pslq""",
    "numerics.linear.null_space": """
        lu-null-space matrix->eigenvalues matrix->eigenvalues-eigenvectors real-matrix->eigenvalues-eigenvectors""",
    "numerics.linear.singular": """
        allow-zero-pivot barf-on-zero-pivot default-singular-matrix-error handle-singularity-errors-with
        singular-matrix-error with-singular-matrix-handler""",
    "numerics.linear.singular_values": """
        svd svd-invert svd-least-squares svd-solve-linear-system""",
    "numerics.linear.systems": """
        full-pivot-solve full-pivot-solve-linear-system gauss-jordan-invert-and-solve gauss-jordan-solve
        gauss-jordan-solve-linear-system lu-backsubstitute lu-decompose lu-determinant lu-invert lu-solve
        lu-solve-linear-system""",
    "numerics.linear.vandermonde": """
        solve-vandermonde-system solve-vandermonde-t-system solve-vandermonde-td-system""",
    "numerics.minima.one_variable": """
        brent-error brent-max brent-min golden-section-max golden-section-min gsmax gsmin minimize""",
    "numerics.minima.points": """
        parameters->vector vector->parameters""",
    "numerics.minima.scanning": """
        bracket-max bracket-min estimate-global-max estimate-global-min extremal-arg extremal-value local-maxima
        local-minima""",
    "numerics.minima.simplex": """
        nelder-epsilon nelder-maxiter nelder-mead nelder-start-step""",
    "numerics.minima.variable_metric": """
        bfgs dfp dfp-brent fletcher-powell line-min-brent line-min-davidon multidimensional-minimize""",
    "numerics.ode.advancers": """
        bs-advancer bulirsch-stoer-floating-lisptran bulirsch-stoer-lisptran gear-advance-generator gear-advancer
        gear-stepper-generator ode-advancer qc-ceuler-advancer qc-ctrap-advancer qcrk4-advancer""",
    "numerics.ode.advancing": """
        *progress-monitor* 2nd-order->1st-order advance-generator""",
    "numerics.ode.basic_steps": """
        c-euler c-trapezoid n-trapezoid quality-control rk4""",
    "numerics.ode.driver": """
        *ode-most-steps*""",
    "numerics.ode.events": """
        crossing""",
    "numerics.ode.evolution": """
        advance-beyond evolve free-run-state-advancer set-ode-integration-method! state-advancer""",
    "numerics.ode.measures": """
        lp-norm max-norm parse-error-measure vector-metric""",
    "numerics.ode.motion": """
        *compiling-sysder? *default-advancer-tolerance* *ode-integration-method* *ode-integration-step* *ode-target*""",
    "numerics.ode.sections": """
        poincare-map stroboscopic-map""",
    "numerics.ode.trajectory": """
        crossings trajectory""",
    "numerics.quadrature.certified": """
        integral-enclosure""",
    "numerics.quadrature.definite_integral": """
        *compile-integrand? *definite-integral-allowable-error* :+infinity :-infinity definite-integral""",
    "numerics.quadrature.integrators": """
        bulirsch-stoer-quadrature evaluate-definite-integral evaluate-improper-integral integrate-closed-closed
        integrate-closed-open integrate-open integrate-open-closed integrate-open-open make-definite-integrator
        romberg-quadrature second-euler-maclaurin""",
    "numerics.roots.bracketed": """
        *bisect-break* *bisect-error?* bisect bisect-1 bisect-2 bisect-fp false-position-search search-for-roots
        zbrent""",
    "numerics.roots.certified": """
        certified-roots""",
    "numerics.roots.polynomial": """
        poly->roots poly-laguerre-method poly-newton-method root-polisher root-searcher roots->poly""",
    "numerics.roots.searches": """
        aberth-method find-a-root multidimensional-root newton-kahan-search newton-search
        newton-with-false-position-search secant-method""",
    "numerics.signals.filters": """
        Butterworth-response Chebyshev-response H-Butterworth direct-form flo:apply-filter group-delay kaiser""",
    "numerics.signals.functions": """
        *nsamples* Fourier-transform frequency-domain-energy hanning inverse-Fourier-transform set-nsamples!
        sigfun:* sigfun:+ sigfun:- sigfun:/ sigfun:expt sigfun:make sigfun:make-span sigfun:max sigfun:min
        sigfun:procedure sigfun:reverse sigfun:scale sigfun:shift sigfun:span sigfun? time-domain-energy""",
    "numerics.signals.shapes": """
        general-bump ramp unit-boxcar unit-step""",
    "numerics.signals.signals": """
        frequency-function->signal signal->frequency-function signal->time-function signal:+ signal:-
        signal:frequency-* signal:frequency-/ signal:frequency-convolve signal:frequency-shift signal:make
        signal:reverse signal:scale signal:time-* signal:time-/ signal:time-convolve signal:time-shift signal?
        time-function->signal""",
    "numerics.signals.transforms": """
        Fourier-expanded Hanning chirp-z dft fft idft ifft make-transform-pair power-of-2? roots-of-unity samples
        transform-pair->fft transform-pair->ift transform-pair->period""",
    "numerics.statistics.clusters": """
        cluster cluster-diameter cluster-elements cluster-subclusters merge-2-clusters set-separation""",
    "numerics.statistics.measures": """
        G-statistic chi-squared kalman-filter make-ellipsoid""",
    "numerics.statistics.moments": """
        average-deviation kurtosis mean sample-standard-deviation sample-variance skewness standard-deviation
        v:average-deviation v:mean v:sample-standard-deviation v:sample-variance v:standard-deviation v:variance
        variance""",
    "plot.body_momentum": """
        plot-body-momentum""",
    "plot.configuration": """
        plot-configuration""",
    "plot.course": """
        plot-circle plot-f plot-fun plot-function plot-inverse plot-line plot-parametric plot-parametric-fill
        plot-point plot-xy""",
    "plot.divergence": """
        plot-divergence""",
    "plot.drift": """
        plot-drift""",
    "plot.epicycles": """
        epicycle-movie plot-epicycles""",
    "plot.explore": """
        default-collector default-monitor display-map explore-map get-pointer-coordinates pointer-coordinates""",
    "plot.gnuplot": """
        gnuplot start-gnuplot stop-gnuplot""",
    "plot.grey": """
        picture-display picture-map picture-ref procedure->picture""",
    "plot.maps": """
        plot-section""",
    "plot.mechanisms": """
        animate-dp mechanism-movie plot-mechanism""",
    "plot.monitors": """
        monitor-errors monitor-theta monitor-xy""",
    "plot.parameters": """
        plot-bifurcation plot-stability""",
    "plot.phase_portraits": """
        plot-phase-portrait""",
    "plot.scope": """
        make-scope plot-trace""",
    "plot.sections": """
        explore-section""",
    "plot.surfaces": """
        plot-geodesics plot-surface""",
    "plot.tangles": """
        plot-manifolds""",
    "plot.tori": """
        plot-torus torus-movie""",
    "plot.trajectories": """
        plot-trajectory""",
    "plot.vector_fields": """
        plot-vector-field""",
    "plot.window": """
        frame graphics-clear graphics-close graphics-flush make-display-frame make-window plot-frame rename-window
        resize-window window-coordinates window-size""",
    "solving.asking": """
        *solving-time*""",
    "solving.differential_equations": """
        dsolve""",
    "solving.equations": """
        solve""",
    "solving.integrals": """
        integrate""",
    "solving.limits": """
        limit taylor""",
    "units": """
        *permissive-units*""",
    "units.angles": """
        d->dms degrees->radians dms->d dms->radians h->hms hms->h hms->radians hours->radians radians->degrees
        radians->dms radians->hms radians->hours x->xms xms->x""",
    "units.codata": """
        :F :G :N_A :Phi_0 :R :R_H :R_infinity :Z0 :a_0 :alpha :c :e :e/m_e :epsilon_0 :g :gamma :gamma_p :h :h-bar
        :h/2m_e :k :l_sun :lambda_C :m_e :m_n :m_p :m_sun :m_u :mu_0 :mu_B :mu_N :mu_e :mu_e/mu_B :mu_p :q :r_e
        :r_sun :sigma :sigma_T get-constant-data""",
    "units.system": """
        &AU &E &G &M &P &T &a &ampere &angular &arcsec &atto &becquerel &c &calorie &candela &centi &centimeter
        &coulomb &d &da &day &deci &degree &deka &dyne &esu &ev &exa &f &farad &femto &foot &giga &gram &gray &h
        &hecto &henry &hertz &hour &inch &joule &k &katal &kelvin &kilo &kilogram &lumen &lux &ly &m &mega &meter
        &micro &mile &milli &minute &mole &n &nano &newton &ohm &p &pascal &pc &peta &pico &pound &radian &second
        &sidereal-year &siemens &sievert &slug &steradian &tera &tesla &u &unitless &volt &watt &weber &year SI""",
    "units.typed": """
        *units /units expt-units invert-units u:* u:*u u:+ u:- u:/ u:/u u:atan2 u:conjugate u:cos u:exp u:expt
        u:imag-part u:invert u:magnitude u:negate u:one-like u:real-part u:sin u:sqrt u:t*u u:t/u u:u* u:u*t u:u/
        u:u/t u:zero-like""",
    "units.words": """
        & alternate-units angular? base-units check-units derived-units express-as express-in-given-units
        find-unit-description find-unit-name has-units? make-unit non-unit? same-dimensions? same-units? u:units
        u:value unit-convert unit-exponents unit-scale unit-system unit-system-name unit-system? unitless-quantity?
        unitless? units? with-units with-units->expression with-units? without-units?""",
}

#: Their names in Python.
PYTHON: dict[str, str] = {
    "calculus.richardson": """
        accelerate_zeno_sequence generate_gradient_procedure guess_ord_and_inc make_zeno_tableau
        richardson_derivative richardson_limit richardson_second_derivative richardson_sequence""",
    "clifford": """
        CGA2 CGA3 Clifford_conjugate PGA2 PGA3 STA VGA2 VGA3 basis_blades coefficient_of commutator_product dual
        even_part ga_circle ga_coordinates ga_dilator ga_infinity ga_line ga_origin ga_plane ga_point ga_rotor
        ga_sphere ga_translator geometric_algebra grade_involution grade_part is_geometric_algebra is_multivector
        join left_contraction literal_multivector make_multivector meet norm_of norm_squared normalized reversion
        right_contraction sandwich scalar_part scalar_product undual""",
    "geometry.geometric_calculus": """
        form_field_to_multivector_field multivector_covariant_derivative multivector_field_to_form_field
        multivector_field_to_vector_field vector_derivative vector_field_to_multivector_field""",
    "geometry.integral_curves": """
        geodesic holonomy integral_curve parallel_transport""",
    "mechanics.action": """
        Lagrangian_action linear_interpolants make_path parametric_path_action varied_free_particle_action""",
    "mechanics.equations.compare": """
        equivalent_equations""",
    "mechanics.equations.evidence": """
        check_certificate""",
    "mechanics.equations.transcripts": """
        comparison_to_transcript""",
    "mechanics.equilibria": """
        equilibria linearize stability""",
    "mechanics.least_action": """
        find_path""",
    "mechanics.maps": """
        iterated_map map_orbit standard_map standard_map_inverse""",
    "mechanics.motors": """
        motor_Lagrangian_to_Hamiltonian motor_inertia motor_momentum_to_velocity motor_phase_space_derivative
        motor_velocity_to_momentum""",
    "mechanics.sections": """
        HHmap driven_pendulum_map find_next_crossing refine_crossing section_map section_to_state""",
    "mechanics.small_oscillations": """
        normal_modes""",
    "museum.analyzer": """
        auxiliary_variable_fetcher default_simplifier expression_analyzer expression_simplifier fpf_analyzer
        fpf_simplify initializer make_analyzer pcf_analyzer priority_setter rcf_analyzer""",
    "museum.constructors": """
        add_property addto_symbolic_operator_table get_property has_property make_combination make_literal
        make_numerical_literal make_real_literal symb_abs symb_acos symb_add symb_asin symb_atan symb_conjugate
        symb_cos symb_cosh symb_div symb_exp symb_expt symb_imag_part symb_log symb_mul symb_real_part symb_sin
        symb_sinh symb_sqrt symb_sub symb_tan symb_tanh symbolic_environment symbolic_operator""",
    "museum.continued_fractions": """
        Farey_decode Farey_encode Farey_sequence continued_fraction convergents""",
    "museum.contraction": """
        s_contract""",
    "museum.differential_parts": """
        F_to_directional_derivative deriv_euclidean_structure deriv_multivariate_derivative diff_binary_comparator
        diff_binary_op diff_derivative diff_nary_op diff_unary_op extract_dx_function extract_dx_operator
        extract_dx_part finite_part hide_tag_in_procedure infinitesimal_part is_differential litderiv
        m_partial_derivative make_differential make_differential_tag make_partials max_order_tag partial_derivative
        q_partial_derivative replace_differential_tag simple_derivative_internal with_tag without_tag""",
    "museum.extension": """
        assign_operation dwim generic_operator_arity get_handler get_operator_record make_generic_operator
        no_way_known""",
    "museum.functionals": """
        apply_to_all binary_combine bracket iterate_until_stable list_elementwise nary_combine unary_combine
        vector_elementwise""",
    "museum.indexed": """
        declare_index_types_bang has_index_types i_contract i_outer_product index_types indexed_to_typed
        structure_to_typed typed_to_indexed typed_to_structure""",
    "museum.matrix_formulas": """
        Cramers_rule classical_adjoint_formula general_determinant m_cross_product_column m_cross_product_row
        m_dot_product_column m_dot_product_row""",
    "museum.matrix_parts": """
        array_to_matrix column_matrix_to_vector is_column_matrix is_diagonal is_m_antisymmetric is_row_matrix
        is_square_matrix m_apply m_arity m_diagonal m_dimension m_elementwise m_inner_product m_make_diagonal
        m_make_zero m_minor m_nth_col m_nth_row m_outer_product m_rsolve m_solve m_solve_linear m_submatrix
        matrix_by_col_list matrix_elementwise matrix_size matrix_to_array matrix_with_substituted_row
        row_matrix_to_vector set_numerical set_symbolic vector_to_row_matrix""",
    "museum.pendulum_global": """
        pendulum_global_aa_state_to_state pendulum_state_to_global_aa_state""",
    "museum.pendulum_series": """
        pendulum_f pendulum_g pendulum_inverse_f pendulum_inverse_g pendulum_solution_series""",
    "museum.poincare_birkhoff": """
        dp_aa_map dp_map explore_dp_aa radial_mapping_sequence""",
    "museum.polynomial_gcd": """
        gcd_memoizer""",
    "museum.polynomial_names": """
        is_poly_contractable is_poly_one is_poly_zero poly_apply poly_arg_scale poly_arg_shift poly_arity
        poly_coefficient poly_contract poly_degree poly_derivative poly_divide poly_expt poly_extend poly_from_dense
        poly_from_expression poly_gcd poly_lcm poly_leading_coefficient poly_lowest_order poly_negate
        poly_new_variables poly_normalize_by poly_partial_derivative poly_principal_reverse poly_principal_value
        poly_pseudo_remainder poly_quotient poly_remainder poly_scale poly_square poly_to_dense poly_to_expression
        poly_to_lambda poly_trailing_coefficient poly_value split_polynomial""",
    "museum.polynomial_parts": """
        is_poly_identity is_poly_monic is_poly_negative is_poly_not_divisible is_polynomial_or_number
        is_polynomial_value poly_abs poly_adjoin poly_base_coefficients poly_check_same_arity poly_coefficients
        poly_derivative_by_variable poly_derivative_partial poly_except_leading_term poly_horner
        poly_horner_with_error poly_identity poly_leading_base_coefficient poly_make_constant
        poly_make_from_coefficients poly_make_from_terms poly_make_identity poly_make_power poly_one poly_zero""",
    "museum.quaternion_parts": """
        matrix_4x4_to_quaternion q_4x4_to_ q_apply q_arity q_equal q_invert q_is_unit q_make q_make_unit q_minus
        q_negate q_over q_plus q_times quaternion_ref quaternion_to_4x4 real_and_three_vector_to_quaternion
        rotation_matrix_to_quaternion s_1 s_i s_j s_k""",
    "museum.sparse_polynomials": """
        expand_poly interpolate_skeleton is_sparse_divisible sparse_interpolate univariate_interpolate""",
    "museum.spin": """
        I_2 sigma_x sigma_y sigma_z""",
    "museum.strategies": """
        only_if rule_attempt rule_bottom_up rule_branch rule_choice rule_guard rule_iterated rule_iterated_bottom_up
        rule_iterated_top_down rule_n_times rule_pipe rule_top_down simplify_and_canonicalize simplify_and_flatten
        simplify_until_stable""",
    "museum.structure_parts": """
        down_to_vector flip_outer_index list_to_up_structure list_with_substituted_coord s__to_vector s_apply
        s_arity s_elementwise s_forall s_foreach s_fringe s_map_chain s_map_over_r s_opposite s_ref s_same s_select
        s_sigma s_sigma_over_l s_sigma_over_r s_structure s_subst s_with_substituted_coord structure_elementwise
        structure_to_access_chains structure_to_prototype typical_object ultra_flatten ultra_unflatten
        up_structure_to_list up_to_vector""",
    "museum.suppression": """
        arg_suppressor clear_arguments show_suppressed_arguments suppress_arguments""",
    "museum.two_tensor": """
        A_m_n_to_Mmn A_m_n_to_Mnm A_mn_to_Mmn A_mn_to_Mnm Mmn_to_A_m_n Mmn_to_A_mn Mnm_to_A_m_n Mnm_to_A_mn
        allowing_incompatible_multiplication is_2_down is_2_up is_down_of_ups is_s_compatible_elements
        is_s_compatible_for_contraction is_single_layer_down is_single_layer_up is_up_of_downs matrix_to_structure
        s_transpose_outer structure_to_matrix submatrix""",
    "museum.unparsing": """
        process_sum split_at_underscore_or_caret unparse unparse_number unparse_symbol""",
    "museum.value_types": """
        is_abstract_function is_abstract_matrix is_abstract_number is_abstract_quantity is_abstract_structure
        is_abstract_vector is_down_quantity is_function_quantity is_literal_real is_matrix_quantity
        is_numerical_quantity is_up_quantity is_vector_quantity type_expression_to_predicate
        type_expression_to_type_tag type_of type_predicate""",
    "museum.vector_parts": """
        general_inner_product is_v_basis_unit is_v_unit maxnorm v_cube v_generate v_make_basis_unit v_make_unit
        v_make_zero v_scale""",
    "museum.vestiges": """
        enable_constructor_simplifications""",
    "numerics.approximation.chebyshev": """
        cheb_econ cheb_exp_to_poly cheb_exp_value cheb_root_list chebyshev_polynomial first_n_cheb_values
        generate_approx_poly generate_cheb_exp legendre_polynomial poly_domain_to_canonical poly_domain_to_general
        poly_to_cheb_exp trim_cheb_exp""",
    "numerics.approximation.extrapolation": """
        polynomial_extrapolation rational_extrapolation""",
    "numerics.approximation.interpolation": """
        Lagrange_interpolation_function get_poly_and_errors lagrange_interpolation_function make_cubic_interpolant
        make_hermite_interpolator make_interp_poly make_linear_interpolator make_quintic_interpolant
        polynomial_function rational_interpolation""",
    "numerics.approximation.piecewise": """
        make_ppa make_smooth_ppa ppa_memo ppa_value smooth_ppa_memo""",
    "numerics.compile.function": """
        compile_function""",
    "numerics.ensembles.ensemble": """
        ensemble""",
    "numerics.flow.fixed_points": """
        find_fixed_point find_periodic_orbit fixed_point_part""",
    "numerics.flow.invariant_curves": """
        find_invariant_curve radially_mapping_points which_way""",
    "numerics.flow.lyapunov": """
        lyapunov_exponents lyapunov_exponents_of_map""",
    "numerics.flow.manifolds": """
        find_homoclinic_point fixed_point_eigen stable_manifold unstable_manifold""",
    "numerics.flow.points": """
        abscissa cylinder_near make_point ordinate plane_near torus_near""",
    "numerics.flow.rotation": """
        mean_frequency rotation_number""",
    "numerics.flow.shooting": """
        motion_between shooting""",
    "numerics.flow.variational": """
        monodromy_matrix variational_equations""",
    "numerics.linear.gram_schmidt": """
        gram_schmidt lorentz_metric""",
    "numerics.linear.integer_relations": """
        pslq""",
    "numerics.linear.null_space": """
        lu_null_space matrix_to_eigenvalues matrix_to_eigenvalues_eigenvectors
        real_matrix_to_eigenvalues_eigenvectors""",
    "numerics.linear.singular": """
        allow_zero_pivot barf_on_zero_pivot default_singular_matrix_error handle_singularity_errors_with
        singular_matrix_error with_singular_matrix_handler""",
    "numerics.linear.singular_values": """
        svd svd_invert svd_least_squares svd_solve_linear_system""",
    "numerics.linear.systems": """
        full_pivot_solve full_pivot_solve_linear_system gauss_jordan_invert_and_solve gauss_jordan_solve
        gauss_jordan_solve_linear_system lu_backsubstitute lu_decompose lu_determinant lu_invert lu_solve
        lu_solve_linear_system""",
    "numerics.linear.vandermonde": """
        solve_vandermonde_system solve_vandermonde_t_system solve_vandermonde_td_system""",
    "numerics.minima.one_variable": """
        brent_max brent_min golden_section_max golden_section_min gsmax gsmin minimize""",
    "numerics.minima.points": """
        parameters_to_vector vector_to_parameters""",
    "numerics.minima.scanning": """
        bracket_max bracket_min estimate_global_max estimate_global_min extremal_arg extremal_value local_maxima
        local_minima""",
    "numerics.minima.simplex": """
        nelder_mead""",
    "numerics.minima.variable_metric": """
        bfgs dfp dfp_brent fletcher_powell line_min_brent line_min_davidon multidimensional_minimize""",
    "numerics.ode.advancers": """
        bs_advancer bulirsch_stoer_floating_lisptran bulirsch_stoer_lisptran gear_advance_generator gear_advancer
        gear_stepper_generator ode_advancer qc_ceuler_advancer qc_ctrap_advancer qcrk4_advancer""",
    "numerics.ode.advancing": """
        advance_generator second_order_to_first_order""",
    "numerics.ode.basic_steps": """
        c_euler c_trapezoid n_trapezoid quality_control rk4""",
    "numerics.ode.events": """
        crossing""",
    "numerics.ode.evolution": """
        advance_beyond evolve free_run_state_advancer set_ode_integration_method_bang state_advancer""",
    "numerics.ode.measures": """
        lp_norm max_norm parse_error_measure vector_metric""",
    "numerics.ode.sections": """
        poincare_map stroboscopic_map""",
    "numerics.ode.trajectory": """
        crossings trajectory""",
    "numerics.quadrature.certified": """
        integral_ball integral_enclosure""",
    "numerics.quadrature.definite_integral": """
        definite_integral""",
    "numerics.quadrature.integrators": """
        bulirsch_stoer_quadrature evaluate_definite_integral evaluate_improper_integral integrate_closed_closed
        integrate_closed_open integrate_open integrate_open_closed integrate_open_open make_definite_integrator
        romberg_quadrature second_euler_maclaurin""",
    "numerics.roots.bracketed": """
        bisect bisect_1 bisect_2 bisect_fp false_position_search search_for_roots zbrent""",
    "numerics.roots.certified": """
        certified_roots""",
    "numerics.roots.polynomial": """
        poly_laguerre_method poly_newton_method poly_to_roots root_polisher root_searcher roots_to_poly""",
    "numerics.roots.searches": """
        aberth_method find_a_root multidimensional_root newton_kahan_search newton_search
        newton_with_false_position_search secant_method""",
    "numerics.signals.filters": """
        Butterworth_response Chebyshev_response H_Butterworth direct_form flo_apply_filter group_delay kaiser""",
    "numerics.signals.functions": """
        Fourier_transform frequency_domain_energy hanning inverse_Fourier_transform is_sigfun set_nsamples_bang
        sigfun_make sigfun_make_span sigfun_max sigfun_min sigfun_procedure sigfun_reverse sigfun_scale sigfun_shift
        sigfun_span time_domain_energy""",
    "numerics.signals.shapes": """
        general_bump ramp unit_boxcar unit_step""",
    "numerics.signals.signals": """
        frequency_function_to_signal is_signal signal__ signal__plus signal_frequency__over_ signal_frequency__star
        signal_frequency_convolve signal_frequency_shift signal_make signal_reverse signal_scale signal_time__over_
        signal_time__star signal_time_convolve signal_time_shift signal_to_frequency_function
        signal_to_time_function time_function_to_signal""",
    "numerics.signals.transforms": """
        Fourier_expanded Hanning chirp_z dft fft idft ifft is_power_of_2 make_transform_pair roots_of_unity samples
        transform_pair_to_fft transform_pair_to_ift transform_pair_to_period""",
    "numerics.statistics.clusters": """
        cluster cluster_diameter cluster_elements cluster_subclusters merge_2_clusters set_separation""",
    "numerics.statistics.measures": """
        G_statistic chi_squared kalman_filter make_ellipsoid""",
    "numerics.statistics.moments": """
        average_deviation kurtosis mean sample_standard_deviation sample_variance skewness standard_deviation
        v_average_deviation v_mean v_sample_standard_deviation v_sample_variance v_standard_deviation v_variance
        variance""",
    "plot.body_momentum": """
        plot_body_momentum""",
    "plot.configuration": """
        plot_configuration""",
    "plot.course": """
        plot_circle plot_f plot_fun plot_function plot_inverse plot_line plot_parametric plot_parametric_fill
        plot_point plot_xy""",
    "plot.divergence": """
        plot_divergence""",
    "plot.drift": """
        plot_drift""",
    "plot.epicycles": """
        epicycle_movie plot_epicycles""",
    "plot.explore": """
        default_collector default_monitor display_map explore_map get_pointer_coordinates pointer_coordinates""",
    "plot.gnuplot": """
        gnuplot start_gnuplot stop_gnuplot""",
    "plot.grey": """
        picture_display picture_map picture_ref procedure_to_picture""",
    "plot.maps": """
        plot_section""",
    "plot.mechanisms": """
        animate_dp mechanism_movie plot_mechanism""",
    "plot.monitors": """
        monitor_errors monitor_theta monitor_xy""",
    "plot.movies": """
        save_movie""",
    "plot.parameters": """
        plot_bifurcation plot_stability""",
    "plot.phase_portraits": """
        plot_phase_portrait""",
    "plot.scope": """
        make_scope plot_trace""",
    "plot.sections": """
        explore_section""",
    "plot.surfaces": """
        plot_geodesics plot_surface""",
    "plot.tangles": """
        plot_manifolds""",
    "plot.tori": """
        plot_torus torus_movie""",
    "plot.trajectories": """
        plot_trajectory""",
    "plot.vector_fields": """
        plot_vector_field""",
    "plot.window": """
        frame graphics_clear graphics_close graphics_flush make_display_frame make_window plot_frame rename_window
        resize_window window_coordinates window_size""",
    "solving.differential_equations": """
        dsolve""",
    "solving.equations": """
        solve""",
    "solving.integrals": """
        integrate""",
    "solving.limits": """
        limit taylor""",
}

#: Their settings, by their names in Python.
SETTINGS: dict[str, str] = {
    "calculus.richardson": """
        most_gradient_components""",
    "clifford": """
        most_multivector_factors""",
    "mechanics.action": """
        most_interpolants""",
    "mechanics.equations.algebra": """
        most_comparison_work""",
    "mechanics.equations.completion": """
        most_completion_steps""",
    "mechanics.maps": """
        most_images""",
    "museum.continued_fractions": """
        most_convergents most_farey_steps""",
    "museum.functionals": """
        most_iterations""",
    "museum.matrix_formulas": """
        most_expanded_rows""",
    "museum.polynomial_gcd": """
        euclid_breakpoint_arity gcd_cut_losses heuristic_sparse_gcd_enabled""",
    "museum.polynomial_operations": """
        most_polynomial_variables""",
    "museum.sparse_polynomials": """
        most_interpolated_terms sgcd_restart_limit sgcd_stage_limit""",
    "museum.strategies": """
        most_rule_repetitions""",
    "museum.vestiges": """
        improper_integral_breakpoint""",
    "numerics.approximation.chebyshev": """
        most_chebyshev_degrees""",
    "numerics.approximation.extrapolation": """
        most_extrapolated_points""",
    "numerics.approximation.interpolation": """
        most_contact_derivatives most_interpolated_points""",
    "numerics.compile.balls": """
        most_digits""",
    "numerics.compile.function": """
        most_code_arguments""",
    "numerics.linear.integer_relations": """
        most_related_numbers""",
    "numerics.linear.systems": """
        most_exact_rows""",
    "numerics.linear.vandermonde": """
        most_vandermonde_equations""",
    "numerics.minima.one_variable": """
        brent_error""",
    "numerics.minima.scanning": """
        most_bracket_tries most_scanned_places""",
    "numerics.minima.simplex": """
        nelder_epsilon nelder_maxiter nelder_start_step""",
    "numerics.ode.advancing": """
        progress_monitor""",
    "numerics.ode.basic_steps": """
        most_method_orders""",
    "numerics.ode.driver": """
        ode_most_steps""",
    "numerics.ode.evolution": """
        most_monitored_states""",
    "numerics.ode.fixed": """
        most_fixed_steps""",
    "numerics.ode.motion": """
        default_advancer_tolerance is_compiling_sysder ode_integration_method ode_integration_step ode_target""",
    "numerics.ode.perturbed": """
        most_perturbed_steps""",
    "numerics.ode.precise": """
        most_trajectory_digits""",
    "numerics.ode.record": """
        most_trajectory_numbers""",
    "numerics.ode.sections": """
        most_crossings""",
    "numerics.quadrature.definite_integral": """
        definite_integral_allowable_error is_compile_integrand""",
    "numerics.roots.bracketed": """
        bisect_break is_bisect_error most_root_places""",
    "numerics.roots.certified": """
        most_certified_parts""",
    "numerics.roots.polynomial": """
        most_root_degrees""",
    "numerics.roots.searches": """
        most_guesses most_search_parts""",
    "numerics.signals.filters": """
        most_filter_poles""",
    "numerics.signals.functions": """
        nsamples""",
    "numerics.signals.transforms": """
        most_samples""",
    "numerics.statistics.clusters": """
        most_clustered_objects""",
    "plot.course": """
        most_curve_points most_refined_points""",
    "plot.grey": """
        most_grey_places""",
    "plot.mechanisms": """
        most_joints""",
    "plot.movies": """
        most_frames""",
    "plot.parameters": """
        most_iterates most_parameters""",
    "plot.phase_portraits": """
        most_curves""",
    "plot.scope": """
        most_traces""",
    "plot.tangles": """
        most_branch_points""",
    "plot.vector_fields": """
        most_arrows""",
    "solving.asking": """
        solving_time""",
    "solving.limits": """
        most_taylor_powers""",
    "units": """
        permissive_units""",
}
