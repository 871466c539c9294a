"""What ``from scmpy import *`` brings. Made from the registry by tests/structure/stubs.py, not written by hand."""

from typing import Any

from scmpy.generic.functions import Function as _Function
from scmpy.scheme.printer import parse_printed as parse_printed

class _Operation(_Function):
    def on(self, *types: type) -> Any: ...

__version__: str
from collections.abc import Callable as _Callable_
from scmpy import parse_printed as parse_printed
from scmpy.calculus.derivative import Operator as _Operator
from scmpy.calculus.derivative import elementary_function as elementary_function
from scmpy.calculus.derivative import make_operator as make_operator
from scmpy.calculus.derivative import partial as partial
from scmpy.calculus.series import Series as _Series
from scmpy.calculus.series import binomial_series as binomial_series
from scmpy.calculus.series import make_series as make_series
from scmpy.calculus.series import partial_sums as partial_sums
from scmpy.calculus.series import power_series as power_series
from scmpy.calculus.series import series as series
from scmpy.calculus.series import series_for_each as series_for_each
from scmpy.calculus.series import series_print as series_print
from scmpy.calculus.series import series_ref as series_ref
from scmpy.calculus.series import series_sum as series_sum
from scmpy.calculus.series import series_to_sympy as series_to_sympy
from scmpy.clifford.models import Algebra as _Algebra
from scmpy.clifford.models import basis_blades as basis_blades
from scmpy.clifford.models import coefficient_of as coefficient_of
from scmpy.clifford.models import ga_coordinates as ga_coordinates
from scmpy.clifford.models import ga_dilator as ga_dilator
from scmpy.clifford.models import ga_infinity as ga_infinity
from scmpy.clifford.models import ga_line as ga_line
from scmpy.clifford.models import ga_origin as ga_origin
from scmpy.clifford.models import ga_plane as ga_plane
from scmpy.clifford.models import ga_point as ga_point
from scmpy.clifford.models import ga_rotor as ga_rotor
from scmpy.clifford.models import ga_sphere as ga_sphere
from scmpy.clifford.models import ga_translator as ga_translator
from scmpy.clifford.models import geometric_algebra as geometric_algebra
from scmpy.clifford.models import literal_multivector as literal_multivector
from scmpy.clifford.models import make_multivector as make_multivector
from scmpy.clifford.operations import Clifford_conjugate as Clifford_conjugate
from scmpy.clifford.operations import commutator_product as commutator_product
from scmpy.clifford.operations import dual as dual
from scmpy.clifford.operations import even_part as even_part
from scmpy.clifford.operations import grade_involution as grade_involution
from scmpy.clifford.operations import grade_part as grade_part
from scmpy.clifford.operations import join as join
from scmpy.clifford.operations import left_contraction as left_contraction
from scmpy.clifford.operations import meet as meet
from scmpy.clifford.operations import norm_of as norm_of
from scmpy.clifford.operations import norm_squared as norm_squared
from scmpy.clifford.operations import normalized as normalized
from scmpy.clifford.operations import reversion as reversion
from scmpy.clifford.operations import right_contraction as right_contraction
from scmpy.clifford.operations import sandwich as sandwich
from scmpy.clifford.operations import scalar_part as scalar_part
from scmpy.clifford.operations import scalar_product as scalar_product
from scmpy.clifford.operations import undual as undual
from scmpy.compat.aliases import assign_operation as assign_operation
from scmpy.compat.aliases import bracket as bracket
from scmpy.compat.aliases import combine as _binary_combine
from scmpy.compat.aliases import get_operator_record as get_operator_record
from scmpy.compat.aliases import is_abstract_number as is_abstract_number
from scmpy.compat.aliases import is_known_real as is_known_real
from scmpy.compat.aliases import is_mod_equal as is_mod_equal
from scmpy.compat.aliases import lu_decompose as lu_decompose
from scmpy.compat.aliases import lu_invert as lu_invert
from scmpy.compat.aliases import make_generic_operator as make_generic_operator
from scmpy.compat.aliases import mod_chinese_remainder as mod_chinese_remainder
from scmpy.compat.aliases import mod_expt as mod_expt
from scmpy.compat.aliases import process_sum as process_sum
from scmpy.compat.aliases import split_at_underscore_or_caret as split_at_underscore_or_caret
from scmpy.compat.aliases import svd as svd
from scmpy.compat.aliases import svd_invert as svd_invert
from scmpy.compat.aliases import svd_solve_linear_system as svd_solve_linear_system
from scmpy.compat.aliases import type_of as type_of
from scmpy.compat.aliases import unparse as unparse
from scmpy.compat.aliases import unparse_number as unparse_number
from scmpy.compat.aliases import unparse_symbol as unparse_symbol
from scmpy.compat.expressions import Analyzer as _Analyzer
from scmpy.compat.expressions import Analyzer as _Analyzer_
from scmpy.compat.expressions import cheb_root_list as cheb_root_list
from scmpy.compat.expressions import chebyshev_polynomial as chebyshev_polynomial
from scmpy.compat.expressions import display_tex as display_tex
from scmpy.compat.expressions import inline_tex as inline_tex
from scmpy.compat.expressions import legendre_polynomial as legendre_polynomial
from scmpy.compat.expressions import literal_apply as literal_apply
from scmpy.compat.expressions import make_analyzer as make_analyzer
from scmpy.compat.expressions import make_literal as make_literal
from scmpy.compat.expressions import only_if as only_if
from scmpy.compat.expressions import root_out_squares as _clear_square_roots_of_perfect_squares
from scmpy.compat.expressions import root_out_squares as root_out_squares
from scmpy.compat.expressions import simplify_and_canonicalize as simplify_and_canonicalize
from scmpy.compat.expressions import simplify_and_flatten as simplify_and_flatten
from scmpy.compat.expressions import simplify_until_stable as simplify_until_stable
from scmpy.compat.expressions import symbolic_operator as symbolic_operator
from scmpy.compat.expressions import tex_equation as tex_equation
from scmpy.compat.fields_and_states import F_to_directional_derivative as F_to_directional_derivative
from scmpy.compat.fields_and_states import Lagrangian_to_power_loss as Lagrangian_to_power_loss
from scmpy.compat.fields_and_states import Rayleigh_dissipation as Rayleigh_dissipation
from scmpy.compat.fields_and_states import Taylor_series_coefficients as Taylor_series_coefficients
from scmpy.compat.fields_and_states import basis_to_coordinate_system as basis_to_coordinate_system
from scmpy.compat.fields_and_states import constant_series as constant_series
from scmpy.compat.fields_and_states import drop2 as drop2
from scmpy.compat.fields_and_states import expn as expn
from scmpy.compat.fields_and_states import finite_part as finite_part
from scmpy.compat.fields_and_states import get_coordinates as get_coordinates
from scmpy.compat.fields_and_states import has_argument_types as has_argument_types
from scmpy.compat.fields_and_states import infinitesimal_part as infinitesimal_part
from scmpy.compat.fields_and_states import integrate_series as integrate_series
from scmpy.compat.fields_and_states import is_H_state as is_H_state
from scmpy.compat.fields_and_states import is_compatible_H_state as is_compatible_H_state
from scmpy.compat.fields_and_states import is_coordinate_basis as is_coordinate_basis
from scmpy.compat.fields_and_states import is_manifold as is_manifold
from scmpy.compat.fields_and_states import is_nform_field as is_nform_field
from scmpy.compat.fields_and_states import is_zero_field as is_zero_field
from scmpy.compat.fields_and_states import is_zero_form as is_zero_form
from scmpy.compat.fields_and_states import literal_Hamiltonian_state as literal_Hamiltonian_state
from scmpy.compat.fields_and_states import literal_Lagrangian_state as literal_Lagrangian_state
from scmpy.compat.fields_and_states import make_differential as make_differential
from scmpy.compat.fields_and_states import make_manifold_point as make_manifold_point
from scmpy.compat.fields_and_states import multivariate_derivative as _partial_derivative
from scmpy.compat.fields_and_states import operator_name as operator_name
from scmpy.compat.fields_and_states import point_to_manifold as point_to_manifold
from scmpy.compat.fields_and_states import raise2 as raise2
from scmpy.compat.fields_and_states import series_elementwise as series_elementwise
from scmpy.compat.fields_and_states import series_from_function as series_from_function
from scmpy.compat.fields_and_states import series_generate as series_generate
from scmpy.compat.fields_and_states import series_inflate as series_inflate
from scmpy.compat.fields_and_states import series_to_function as series_to_function
from scmpy.compat.fields_and_states import state_to_n_dof as state_to_n_dof
from scmpy.compat.fields_and_states import state_to_qp as state_to_qp
from scmpy.compat.fields_and_states import structure_constant as structure_constant
from scmpy.compat.fields_and_states import trace2up as trace2up
from scmpy.compat.fields_and_states import transfer_point as transfer_point
from scmpy.compat.fields_and_states import trim_last_argument as trim_last_argument
from scmpy.compat.fields_and_states import wcross_to_w as wcross_to_w
from scmpy.compat.numbers import Carlson_elliptic_1 as Carlson_elliptic_1
from scmpy.compat.numbers import Carlson_elliptic_2 as Carlson_elliptic_2
from scmpy.compat.numbers import average_deviation as average_deviation
from scmpy.compat.numbers import bell as bell
from scmpy.compat.numbers import combinations as combinations
from scmpy.compat.numbers import continued_fraction as continued_fraction
from scmpy.compat.numbers import double_factorial as double_factorial
from scmpy.compat.numbers import elliptic_integrals as elliptic_integrals
from scmpy.compat.numbers import falling_factorial as falling_factorial
from scmpy.compat.numbers import fft as fft
from scmpy.compat.numbers import ifft as ifft
from scmpy.compat.numbers import kurtosis as kurtosis
from scmpy.compat.numbers import mean as _v_mean
from scmpy.compat.numbers import mean as mean
from scmpy.compat.numbers import multi_factorial as multi_factorial
from scmpy.compat.numbers import number_of_permutations as number_of_permutations
from scmpy.compat.numbers import pendulum_circulating_action as pendulum_circulating_action
from scmpy.compat.numbers import pendulum_oscillating_action as pendulum_oscillating_action
from scmpy.compat.numbers import permutations as permutations
from scmpy.compat.numbers import permute as permute
from scmpy.compat.numbers import rising_factorial as rising_factorial
from scmpy.compat.numbers import sample_standard_deviation as sample_standard_deviation
from scmpy.compat.numbers import sample_variance as sample_variance
from scmpy.compat.numbers import skewness as skewness
from scmpy.compat.numbers import sort_and_permute as sort_and_permute
from scmpy.compat.numbers import standard_deviation as _v_standard_deviation
from scmpy.compat.numbers import standard_deviation as standard_deviation
from scmpy.compat.numbers import stirling_first_kind as stirling_first_kind
from scmpy.compat.numbers import stirling_second_kind as stirling_second_kind
from scmpy.compat.numbers import subfactorial as subfactorial
from scmpy.compat.numbers import subpermute as subpermute
from scmpy.compat.numbers import variance as _v_variance
from scmpy.compat.numbers import variance as variance
from scmpy.compat.numbers import vector_generate as vector_generate
from scmpy.compat.searches import bisect_1 as bisect_1
from scmpy.compat.searches import bisect_2 as bisect_2
from scmpy.compat.searches import bisect_fp as _false_position_search
from scmpy.compat.searches import bisect_fp as bisect_fp
from scmpy.compat.searches import evaluate_improper_integral as evaluate_improper_integral
from scmpy.compat.searches import newton_with_false_position_search as newton_with_false_position_search
from scmpy.compat.searches import richardson_sequence as richardson_sequence
from scmpy.compat.searches import rk4 as rk4
from scmpy.compat.structures import classical_adjoint_formula as classical_adjoint_formula
from scmpy.compat.structures import column_matrix_to_up as column_matrix_to_up
from scmpy.compat.structures import column_matrix_to_vector as column_matrix_to_vector
from scmpy.compat.structures import down_to_row_matrix as down_to_row_matrix
from scmpy.compat.structures import euclidean_norm as euclidean_norm
from scmpy.compat.structures import flip_outer_index as flip_outer_index
from scmpy.compat.structures import general_determinant as general_determinant
from scmpy.compat.structures import has_index_types as has_index_types
from scmpy.compat.structures import i_contract as i_contract
from scmpy.compat.structures import i_outer_product as i_outer_product
from scmpy.compat.structures import index_types as index_types
from scmpy.compat.structures import indexed_to_typed as indexed_to_typed
from scmpy.compat.structures import is_diagonal as is_diagonal
from scmpy.compat.structures import is_down_of_ups as is_down_of_ups
from scmpy.compat.structures import is_up_of_downs as is_up_of_downs
from scmpy.compat.structures import list_with_substituted_coord as list_with_substituted_coord
from scmpy.compat.structures import m_dimension as m_dimension
from scmpy.compat.structures import m_make_diagonal as m_make_diagonal
from scmpy.compat.structures import m_nth_col as m_nth_col
from scmpy.compat.structures import m_nth_row as m_nth_row
from scmpy.compat.structures import m_solve as m_solve
from scmpy.compat.structures import m_submatrix as m_submatrix
from scmpy.compat.structures import outer_product as outer_product
from scmpy.compat.structures import q_conjugate as q_conjugate
from scmpy.compat.structures import quaternion_ref as quaternion_ref
from scmpy.compat.structures import quaternion_to_real_part as quaternion_to_real_part
from scmpy.compat.structures import rotation_matrix_to_quaternion as rotation_matrix_to_quaternion
from scmpy.compat.structures import row_matrix_to_down as row_matrix_to_down
from scmpy.compat.structures import row_matrix_to_vector as row_matrix_to_vector
from scmpy.compat.structures import s_fringe as s_fringe
from scmpy.compat.structures import s_map_chain as s_map_chain
from scmpy.compat.structures import s_map_over_r as s_map_over_r
from scmpy.compat.structures import s_sigma_over_r as s_sigma_over_r
from scmpy.compat.structures import structure_to_access_chains as structure_to_access_chains
from scmpy.compat.structures import structure_to_matrix as structure_to_matrix
from scmpy.compat.structures import structure_to_prototype as structure_to_prototype
from scmpy.compat.structures import structure_to_typed as structure_to_typed
from scmpy.compat.structures import structure_to_vector as _up_to_vector
from scmpy.compat.structures import submatrix as submatrix
from scmpy.compat.structures import typed_to_indexed as typed_to_indexed
from scmpy.compat.structures import typed_to_structure as typed_to_structure
from scmpy.compat.structures import typical_object as typical_object
from scmpy.compat.structures import ultra_flatten as ultra_flatten
from scmpy.compat.structures import ultra_unflatten as ultra_unflatten
from scmpy.compat.structures import v_make_basis_unit as v_make_basis_unit
from scmpy.compat.structures import v_make_unit as v_make_unit
from scmpy.errors import ScmpyError as ScmpyError
from scmpy.generic.functions import Function as _Function
from scmpy.generic.functions import Function as _Function_
from scmpy.generic.functions import arity as arity
from scmpy.generic.functions import clear_memoizer_tables as clear_memoizer_tables
from scmpy.generic.functions import compose as compose
from scmpy.generic.functions import constant as constant
from scmpy.generic.functions import iterated as iterated
from scmpy.generic.functions import joint_arity as joint_arity
from scmpy.generic.numbers import angle as angle
from scmpy.generic.numbers import binomial_coefficient as _number_of_combinations
from scmpy.generic.numbers import binomial_coefficient as binomial_coefficient
from scmpy.generic.numbers import exact_quotient as exact_quotient
from scmpy.generic.numbers import factorial as factorial
from scmpy.generic.numbers import is_almost_zero as is_almost_zero
from scmpy.generic.numbers import is_close as is_close
from scmpy.generic.numbers import is_exact_one as is_exact_one
from scmpy.generic.numbers import is_exact_zero as is_exact_zero
from scmpy.generic.numbers import list_generate as _generate_list
from scmpy.generic.numbers import list_generate as list_generate
from scmpy.generic.numbers import list_interchanges as list_interchanges
from scmpy.generic.numbers import make_polar as make_polar
from scmpy.generic.numbers import make_rectangular as make_rectangular
from scmpy.generic.numbers import mod_make as mod_make
from scmpy.generic.numbers import permutation_interchanges as permutation_interchanges
from scmpy.generic.numbers import permutation_parity as permutation_parity
from scmpy.generic.numbers import principal_value as principal_value
from scmpy.generic.numbers import sigma as sigma
from scmpy.generic.numbers import sum_between as _Sigma
from scmpy.generic.settings import setting as setting
from scmpy.generic.settings import settings as settings
from scmpy.generic.types import Angle as _Angle_
from scmpy.generic.types import Real as _Real_
from scmpy.generic.types import Scalar as _Scalar_
from scmpy.generic.types import ScalarValue as _ScalarValue_
from scmpy.generic.types import Value as _Value_
from scmpy.generic.types import Values as _Values_
from scmpy.geometry.atlas import Family as _Family
from scmpy.geometry.atlas import attach_coordinate_system as attach_coordinate_system
from scmpy.geometry.atlas import attach_patch as attach_patch
from scmpy.geometry.atlas import coordinate_system as coordinate_system
from scmpy.geometry.atlas import coordinate_system_at as coordinate_system_at
from scmpy.geometry.atlas import make_manifold as make_manifold
from scmpy.geometry.atlas import patch as patch
from scmpy.geometry.atlas import patch_names as patch_names
from scmpy.geometry.atlas import specify_manifold as specify_manifold
from scmpy.geometry.basis import Basis as _Basis
from scmpy.geometry.basis import CoordinateChart as _CoordinateChart
from scmpy.geometry.basis import Jacobian as Jacobian
from scmpy.geometry.basis import basis_components_to_vector_field as basis_components_to_vector_field
from scmpy.geometry.basis import basis_to_1form_basis as basis_to_1form_basis
from scmpy.geometry.basis import basis_to_dimension as basis_to_dimension
from scmpy.geometry.basis import basis_to_vector_basis as basis_to_vector_basis
from scmpy.geometry.basis import contract as contract
from scmpy.geometry.basis import coordinate_basis as _coordinate_system_to_basis
from scmpy.geometry.basis import coordinate_system_to_1form_basis as _coordinate_basis_1form_fields
from scmpy.geometry.basis import coordinate_system_to_1form_basis as coordinate_system_to_1form_basis
from scmpy.geometry.basis import coordinate_vector_basis as _coordinate_basis_vector_fields
from scmpy.geometry.basis import coordinate_vector_basis as _coordinate_system_to_vector_basis
from scmpy.geometry.basis import make_basis as make_basis
from scmpy.geometry.basis import make_constant_vector_field as make_constant_vector_field
from scmpy.geometry.basis import structure_constants as structure_constants
from scmpy.geometry.basis import vector_basis_to_dual as vector_basis_to_dual
from scmpy.geometry.chart import chart as chart
from scmpy.geometry.chart import corresponding_velocities as corresponding_velocities
from scmpy.geometry.chart import literal_manifold_function as _literal_scalar_field
from scmpy.geometry.chart import literal_manifold_function as literal_manifold_function
from scmpy.geometry.chart import point as point
from scmpy.geometry.chart import typical_coords as typical_coords
from scmpy.geometry.chart import typical_point as typical_point
from scmpy.geometry.connection import Cartan_to_Cartan_over_map as Cartan_to_Cartan_over_map
from scmpy.geometry.connection import Cartan_to_Christoffel as Cartan_to_Christoffel
from scmpy.geometry.connection import Cartan_to_basis as Cartan_to_basis
from scmpy.geometry.connection import Cartan_to_forms as Cartan_to_forms
from scmpy.geometry.connection import Cartan_transform as Cartan_transform
from scmpy.geometry.connection import Christoffel_to_Cartan as Christoffel_to_Cartan
from scmpy.geometry.connection import Christoffel_to_basis as Christoffel_to_basis
from scmpy.geometry.connection import Christoffel_to_symbols as Christoffel_to_symbols
from scmpy.geometry.connection import covariant_derivative as _covariant_derivative_argument_types
from scmpy.geometry.connection import covariant_derivative as _covariant_derivative_form
from scmpy.geometry.connection import covariant_derivative as _covariant_derivative_function
from scmpy.geometry.connection import covariant_derivative as _covariant_derivative_ordinary
from scmpy.geometry.connection import covariant_derivative as _covariant_derivative_vector
from scmpy.geometry.connection import covariant_derivative as covariant_derivative
from scmpy.geometry.connection import covariant_differential as covariant_differential
from scmpy.geometry.connection import geodesic_equation as geodesic_equation
from scmpy.geometry.connection import is_Christoffel as is_Christoffel
from scmpy.geometry.connection import literal_Cartan as literal_Cartan
from scmpy.geometry.connection import literal_Christoffel_1 as literal_Christoffel_1
from scmpy.geometry.connection import literal_Christoffel_2 as literal_Christoffel_2
from scmpy.geometry.connection import make_Cartan as make_Cartan
from scmpy.geometry.connection import make_Christoffel as make_Christoffel
from scmpy.geometry.connection import make_Christoffel_1 as make_Christoffel_1
from scmpy.geometry.connection import parallel_transport_equation as parallel_transport_equation
from scmpy.geometry.connection import symmetrize_Cartan as symmetrize_Cartan
from scmpy.geometry.connection import symmetrize_Christoffel as symmetrize_Christoffel
from scmpy.geometry.curvature import Hessian as Hessian
from scmpy.geometry.curvature import Levi_Civita as Levi_Civita
from scmpy.geometry.curvature import Ricci as Ricci
from scmpy.geometry.curvature import Riemann as Riemann
from scmpy.geometry.curvature import Riemann_curvature as Riemann_curvature
from scmpy.geometry.curvature import connection_forms as connection_forms
from scmpy.geometry.curvature import curvature_components as curvature_components
from scmpy.geometry.curvature import curvature_forms as curvature_forms
from scmpy.geometry.curvature import exterior_covariant_derivative as exterior_covariant_derivative
from scmpy.geometry.curvature import index_notation as index_notation
from scmpy.geometry.curvature import metric_to_Christoffel_1 as _metric_to_connection_1
from scmpy.geometry.curvature import metric_to_Christoffel_1 as metric_to_Christoffel_1
from scmpy.geometry.curvature import metric_to_Christoffel_2 as _metric_to_connection_2
from scmpy.geometry.curvature import metric_to_Christoffel_2 as metric_to_Christoffel_2
from scmpy.geometry.curvature import torsion as torsion
from scmpy.geometry.curvature import torsion_vector as torsion_vector
from scmpy.geometry.equivalence import components_table as components_table
from scmpy.geometry.equivalence import literal_field as literal_field
from scmpy.geometry.equivalence import nonzero_components as nonzero_components
from scmpy.geometry.equivalence import tensor_test as tensor_test
from scmpy.geometry.fields import Derivation as _Derivation
from scmpy.geometry.fields import FormField as _FormField
from scmpy.geometry.fields import VectorField as _VectorField
from scmpy.geometry.fields import basis_components_to_1form_field as _basis_components_to_one_form_field
from scmpy.geometry.fields import components_to_1form_field as components_to_1form_field
from scmpy.geometry.fields import components_to_vector_field as components_to_vector_field
from scmpy.geometry.fields import coordinate_basis_1form_field as _coordinate_basis_one_form_field
from scmpy.geometry.fields import coordinate_basis_vector_field as coordinate_basis_vector_field
from scmpy.geometry.fields import coordinatize as coordinatize
from scmpy.geometry.fields import evolution as evolution
from scmpy.geometry.fields import ff_zero_like as ff_zero_like
from scmpy.geometry.fields import is_one_form_field as is_one_form_field
from scmpy.geometry.fields import is_vector_field as is_vector_field
from scmpy.geometry.fields import literal_1form_field as literal_1form_field
from scmpy.geometry.fields import literal_vector_field as literal_vector_field
from scmpy.geometry.fields import one_form_field_to_basis_components as one_form_field_to_basis_components
from scmpy.geometry.fields import one_form_field_to_components as one_form_field_to_components
from scmpy.geometry.fields import procedure_to_1form_field as _procedure_to_one_form_field
from scmpy.geometry.fields import procedure_to_nform_field as procedure_to_nform_field
from scmpy.geometry.fields import procedure_to_vector_field as procedure_to_vector_field
from scmpy.geometry.fields import vector_field_to_basis_components as vector_field_to_basis_components
from scmpy.geometry.fields import vector_field_to_components as vector_field_to_components
from scmpy.geometry.fields import vf_zero_like as vf_zero_like
from scmpy.geometry.general_relativity import Bach as Bach
from scmpy.geometry.general_relativity import Bel_Robinson as Bel_Robinson
from scmpy.geometry.general_relativity import Cotton as Cotton
from scmpy.geometry.general_relativity import Einstein as Einstein
from scmpy.geometry.general_relativity import Einstein_field_equation as Einstein_field_equation
from scmpy.geometry.general_relativity import FLRW_metric as FLRW_metric
from scmpy.geometry.general_relativity import Kerr_metric as Kerr_metric
from scmpy.geometry.general_relativity import Kretschmann as Kretschmann
from scmpy.geometry.general_relativity import Minkowski_metric as Minkowski_metric
from scmpy.geometry.general_relativity import Newman_Penrose_scalars as Newman_Penrose_scalars
from scmpy.geometry.general_relativity import Petrov_type as Petrov_type
from scmpy.geometry.general_relativity import Reissner_Nordstrom_metric as Reissner_Nordstrom_metric
from scmpy.geometry.general_relativity import Ricci_scalar as Ricci_scalar
from scmpy.geometry.general_relativity import Riemann_lowered as Riemann_lowered
from scmpy.geometry.general_relativity import Schouten as Schouten
from scmpy.geometry.general_relativity import Schwarzschild_metric as Schwarzschild_metric
from scmpy.geometry.general_relativity import Segre_type as Segre_type
from scmpy.geometry.general_relativity import Weyl as Weyl
from scmpy.geometry.general_relativity import curvature_invariants as curvature_invariants
from scmpy.geometry.general_relativity import de_Sitter_metric as de_Sitter_metric
from scmpy.geometry.general_relativity import energy_conditions as energy_conditions
from scmpy.geometry.general_relativity import perfect_fluid as perfect_fluid
from scmpy.geometry.geometric_calculus import boundary_of as boundary_of
from scmpy.geometry.geometric_calculus import form_field_to_multivector_field as form_field_to_multivector_field
from scmpy.geometry.geometric_calculus import multivector_covariant_derivative as multivector_covariant_derivative
from scmpy.geometry.geometric_calculus import multivector_field_to_form_field as multivector_field_to_form_field
from scmpy.geometry.geometric_calculus import multivector_field_to_vector_field as multivector_field_to_vector_field
from scmpy.geometry.geometric_calculus import singular_cube as singular_cube
from scmpy.geometry.geometric_calculus import vector_derivative as vector_derivative
from scmpy.geometry.geometric_calculus import vector_field_to_multivector_field as vector_field_to_multivector_field
from scmpy.geometry.hodge import Gram_Schmidt as Gram_Schmidt
from scmpy.geometry.hodge import Hodge_star as Hodge_star
from scmpy.geometry.hodge import Laplace_de_Rham as Laplace_de_Rham
from scmpy.geometry.hodge import Laplacian as Laplacian
from scmpy.geometry.hodge import codifferential as codifferential
from scmpy.geometry.hodge import coordinate_system_to_Lame_coefficients as coordinate_system_to_Lame_coefficients
from scmpy.geometry.hodge import coordinate_system_to_orthonormal_vector_basis as coordinate_system_to_orthonormal_vector_basis
from scmpy.geometry.hodge import curl as curl
from scmpy.geometry.hodge import divergence as divergence
from scmpy.geometry.hodge import gradient as gradient
from scmpy.geometry.hodge import lower as _drop1
from scmpy.geometry.hodge import lower as _vector_field_to_1form_field
from scmpy.geometry.hodge import lower as lower
from scmpy.geometry.hodge import orthonormalize as orthonormalize
from scmpy.geometry.hodge import raise_ as _n1form_field_to_vector_field
from scmpy.geometry.hodge import raise_ as _raise1
from scmpy.geometry.hodge import raise_ as raise_
from scmpy.geometry.hodge import sharpen as sharpen
from scmpy.geometry.hodge import star_d_star as star_d_star
from scmpy.geometry.hodge import trace2down as trace2down
from scmpy.geometry.isometries import Killing_Yano_forms as Killing_Yano_forms
from scmpy.geometry.isometries import Killing_fields as Killing_fields
from scmpy.geometry.isometries import Killing_residual as Killing_residual
from scmpy.geometry.isometries import Killing_tensors as Killing_tensors
from scmpy.geometry.isometries import isometry_dimension as isometry_dimension
from scmpy.geometry.isometries import structure_constants_of_fields as structure_constants_of_fields
from scmpy.geometry.manifold import Manifold as _Manifold
from scmpy.geometry.manifold import ManifoldFunction as _ManifoldFunction
from scmpy.geometry.manifold import constant_manifold_function as constant_manifold_function
from scmpy.geometry.manifold import is_my_manifold_point as is_my_manifold_point
from scmpy.geometry.manifold import manifold_point_representation as manifold_point_representation
from scmpy.geometry.metric import coframe_to_metric as coframe_to_metric
from scmpy.geometry.metric import components_to_metric as components_to_metric
from scmpy.geometry.metric import coordinate_system_to_inverse_metric as coordinate_system_to_inverse_metric
from scmpy.geometry.metric import coordinate_system_to_metric as coordinate_system_to_metric
from scmpy.geometry.metric import coordinate_system_to_metric_components as coordinate_system_to_metric_components
from scmpy.geometry.metric import embedding_map_to_metric_components as embedding_map_to_metric_components
from scmpy.geometry.metric import literal_metric as literal_metric
from scmpy.geometry.metric import make_metric as make_metric
from scmpy.geometry.metric import metric_from_line_element as metric_from_line_element
from scmpy.geometry.metric import metric_invert as metric_invert
from scmpy.geometry.metric import metric_over_map as metric_over_map
from scmpy.geometry.metric import metric_signature as metric_signature
from scmpy.geometry.metric import metric_to_components as metric_to_components
from scmpy.geometry.metric import metric_to_inverse_components as metric_to_inverse_components
from scmpy.geometry.special_relativity import Faraday as Faraday
from scmpy.geometry.special_relativity import Frame as _Frame
from scmpy.geometry.special_relativity import Maxwell as Maxwell
from scmpy.geometry.special_relativity import Maxwell_residuals as Maxwell_residuals
from scmpy.geometry.special_relativity import SR_name as SR_name
from scmpy.geometry.special_relativity import add_v_over_cs as add_v_over_cs
from scmpy.geometry.special_relativity import add_velocities as add_velocities
from scmpy.geometry.special_relativity import ancestor_frame as ancestor_frame
from scmpy.geometry.special_relativity import base_frame_chart as base_frame_chart
from scmpy.geometry.special_relativity import base_frame_point as base_frame_point
from scmpy.geometry.special_relativity import boost_direction as boost_direction
from scmpy.geometry.special_relativity import claim_bang as claim_bang
from scmpy.geometry.special_relativity import coordinate_origin as coordinate_origin
from scmpy.geometry.special_relativity import coordinates_to_event as coordinates_to_event
from scmpy.geometry.special_relativity import coords_to_event as coords_to_event
from scmpy.geometry.special_relativity import electromagnetic_stress as electromagnetic_stress
from scmpy.geometry.special_relativity import event_to_coordinates as event_to_coordinates
from scmpy.geometry.special_relativity import event_to_coords as event_to_coords
from scmpy.geometry.special_relativity import extended_rotation as extended_rotation
from scmpy.geometry.special_relativity import four_current as four_current
from scmpy.geometry.special_relativity import four_tuple_to_ct as four_tuple_to_ct
from scmpy.geometry.special_relativity import four_tuple_to_space as four_tuple_to_space
from scmpy.geometry.special_relativity import frame_maker as frame_maker
from scmpy.geometry.special_relativity import frame_name as frame_name
from scmpy.geometry.special_relativity import frame_owner as frame_owner
from scmpy.geometry.special_relativity import frame_params as frame_params
from scmpy.geometry.special_relativity import general_boost as general_boost
from scmpy.geometry.special_relativity import general_boost2 as general_boost2
from scmpy.geometry.special_relativity import is_SR_coordinates as is_SR_coordinates
from scmpy.geometry.special_relativity import is_event as is_event
from scmpy.geometry.special_relativity import make_4tuple as _make_four_tuple
from scmpy.geometry.special_relativity import make_SR_coordinates as make_SR_coordinates
from scmpy.geometry.special_relativity import make_SR_frame as make_SR_frame
from scmpy.geometry.special_relativity import make_event as make_event
from scmpy.geometry.special_relativity import proper_space_interval as proper_space_interval
from scmpy.geometry.special_relativity import proper_time_interval as proper_time_interval
from scmpy.geometry.special_relativity import v_over_c as v_over_c
from scmpy.geometry.standard_manifolds import make_chart as make_chart
from scmpy.geometry.standard_manifolds import restrict_chart as restrict_chart
from scmpy.geometry.submanifolds import ADM_split as ADM_split
from scmpy.geometry.submanifolds import ISCO as ISCO
from scmpy.geometry.submanifolds import circular_orbits as circular_orbits
from scmpy.geometry.submanifolds import congruence as congruence
from scmpy.geometry.submanifolds import extrinsic_curvature as extrinsic_curvature
from scmpy.geometry.submanifolds import geodesic as geodesic
from scmpy.geometry.submanifolds import holonomy as holonomy
from scmpy.geometry.submanifolds import induced_metric as induced_metric
from scmpy.geometry.submanifolds import integral_curve as integral_curve
from scmpy.geometry.submanifolds import momentum_on_shell as momentum_on_shell
from scmpy.geometry.submanifolds import parallel_transport as parallel_transport
from scmpy.geometry.submanifolds import photon_orbit as photon_orbit
from scmpy.geometry.submanifolds import shadow as shadow
from scmpy.geometry.submanifolds import shell_stress as shell_stress
from scmpy.geometry.submanifolds import surface_gravity as surface_gravity
from scmpy.geometry.submanifolds import unit_normal as unit_normal
from scmpy.geometry.tensor import Alt as Alt
from scmpy.geometry.tensor import Tensor as _Tensor
from scmpy.geometry.tensor import argument_types as argument_types
from scmpy.geometry.tensor import basis_to_basis_over_map as basis_to_basis_over_map
from scmpy.geometry.tensor import declare_argument_types_bang as declare_argument_types_bang
from scmpy.geometry.tensor import differential as _differential_of_map
from scmpy.geometry.tensor import differential as differential
from scmpy.geometry.tensor import form_field_to_form_field_over_map as form_field_to_form_field_over_map
from scmpy.geometry.tensor import get_rank as get_rank
from scmpy.geometry.tensor import interior_product as interior_product
from scmpy.geometry.tensor import literal_manifold_map as literal_manifold_map
from scmpy.geometry.tensor import pullback as pullback
from scmpy.geometry.tensor import pullback_form as pullback_form
from scmpy.geometry.tensor import pullback_function as pullback_function
from scmpy.geometry.tensor import pullback_vector_field as pullback_vector_field
from scmpy.geometry.tensor import pushforward_function as pushforward_function
from scmpy.geometry.tensor import pushforward_vector as pushforward_vector
from scmpy.geometry.tensor import vector_field_to_vector_field_over_map as vector_field_to_vector_field_over_map
from scmpy.geometry.tensor import w2 as w2
from scmpy.geometry.tensor import wedge as wedge
from scmpy.mechanics.canonical import D_as_matrix as D_as_matrix
from scmpy.mechanics.canonical import F_to_CT as F_to_CT
from scmpy.mechanics.canonical import F_to_CT as _F_to_CH
from scmpy.mechanics.canonical import F_to_K as F_to_K
from scmpy.mechanics.canonical import J_func as J_func
from scmpy.mechanics.canonical import J_matrix as J_matrix
from scmpy.mechanics.canonical import Phi as Phi
from scmpy.mechanics.canonical import Phi_star as Phi_star
from scmpy.mechanics.canonical import Phi_star as _transpose_function
from scmpy.mechanics.canonical import T_func as T_func
from scmpy.mechanics.canonical import is_canonical as is_canonical
from scmpy.mechanics.canonical import is_canonical_K as is_canonical_K
from scmpy.mechanics.canonical import is_canonical_transform as is_canonical_transform
from scmpy.mechanics.canonical import is_compositional_canonical as is_compositional_canonical
from scmpy.mechanics.canonical import is_qp_canonical as _is_canonical_H
from scmpy.mechanics.canonical import is_qp_canonical as is_qp_canonical
from scmpy.mechanics.canonical import is_symplectic as is_symplectic
from scmpy.mechanics.canonical import is_symplectic_matrix as is_symplectic_matrix
from scmpy.mechanics.canonical import is_symplectic_transform as is_symplectic_transform
from scmpy.mechanics.canonical import is_time_independent_canonical as is_time_independent_canonical
from scmpy.mechanics.canonical import polar_canonical as polar_canonical
from scmpy.mechanics.canonical import polar_canonical_inverse as polar_canonical_inverse
from scmpy.mechanics.canonical import qp_submatrix as qp_submatrix
from scmpy.mechanics.canonical import symplectic_two_form as symplectic_two_form
from scmpy.mechanics.canonical import symplectic_unit as symplectic_unit
from scmpy.mechanics.canonical import two_particle_center_of_mass as two_particle_center_of_mass
from scmpy.mechanics.canonical import two_particle_center_of_mass_canonical as two_particle_center_of_mass_canonical
from scmpy.mechanics.constraints import Lagrange_multipliers as Lagrange_multipliers
from scmpy.mechanics.constraints import Lagrangian_to_constraint_forces as Lagrangian_to_constraint_forces
from scmpy.mechanics.constraints import augmented_Lagrangian as augmented_Lagrangian
from scmpy.mechanics.constraints import constrained_Lagrange_equations as constrained_Lagrange_equations
from scmpy.mechanics.constraints import constrained_Lagrangian_to_acceleration as constrained_Lagrangian_to_acceleration
from scmpy.mechanics.constraints import constrained_Lagrangian_to_state_derivative as constrained_Lagrangian_to_state_derivative
from scmpy.mechanics.constraints import constraint_basis as constraint_basis
from scmpy.mechanics.constraints import constraint_coefficients as constraint_coefficients
from scmpy.mechanics.constraints import constraint_forces as constraint_forces
from scmpy.mechanics.constraints import constraints_to_F as constraints_to_F
from scmpy.mechanics.constraints import eliminate_constraints as eliminate_constraints
from scmpy.mechanics.dirac import Dirac_bracket as Dirac_bracket
from scmpy.mechanics.dirac import Dirac_constraints as Dirac_constraints
from scmpy.mechanics.equations.certificate import check_certificate as check_certificate
from scmpy.mechanics.equations.certificate import comparison_to_transcript as comparison_to_transcript
from scmpy.mechanics.equations.compare import equivalent_equations as equivalent_equations
from scmpy.mechanics.equations.derivations import check_derivation as check_derivation
from scmpy.mechanics.equations.grading import compare as compare
from scmpy.mechanics.equilibria import equilibria as equilibria
from scmpy.mechanics.equilibria import is_controllable as is_controllable
from scmpy.mechanics.equilibria import linearize as linearize
from scmpy.mechanics.equilibria import normal_modes as normal_modes
from scmpy.mechanics.equilibria import stability as stability
from scmpy.mechanics.euler_poincare import Euler_Poincare_equations as Euler_Poincare_equations
from scmpy.mechanics.euler_poincare import Lie_Poisson_bracket as Lie_Poisson_bracket
from scmpy.mechanics.euler_poincare import Lie_Poisson_equations as Lie_Poisson_equations
from scmpy.mechanics.euler_poincare import Lie_Poisson_to_state_derivative as Lie_Poisson_to_state_derivative
from scmpy.mechanics.euler_poincare import Poincare_equations as Poincare_equations
from scmpy.mechanics.euler_poincare import Poincare_to_constraint_forces as Poincare_to_constraint_forces
from scmpy.mechanics.euler_poincare import Poincare_to_state_derivative as Poincare_to_state_derivative
from scmpy.mechanics.euler_poincare import ad_star as ad_star
from scmpy.mechanics.euler_poincare import constrained_Poincare_equations as constrained_Poincare_equations
from scmpy.mechanics.euler_poincare import constrained_Poincare_to_state_derivative as constrained_Poincare_to_state_derivative
from scmpy.mechanics.euler_poincare import motor_Lagrangian_to_Hamiltonian as motor_Lagrangian_to_Hamiltonian
from scmpy.mechanics.euler_poincare import motor_inertia as motor_inertia
from scmpy.mechanics.euler_poincare import motor_momentum_to_velocity as motor_momentum_to_velocity
from scmpy.mechanics.euler_poincare import motor_phase_space_derivative as motor_phase_space_derivative
from scmpy.mechanics.euler_poincare import motor_velocity_to_momentum as motor_velocity_to_momentum
from scmpy.mechanics.euler_poincare import quasi_Lagrangian as quasi_Lagrangian
from scmpy.mechanics.euler_poincare import quasi_velocities as quasi_velocities
from scmpy.mechanics.euler_poincare import reconstruction_equations as reconstruction_equations
from scmpy.mechanics.hamiltonian import D_phase_space as D_phase_space
from scmpy.mechanics.hamiltonian import HHHam as HHHam
from scmpy.mechanics.hamiltonian import HHpotential as HHpotential
from scmpy.mechanics.hamiltonian import HHsysder as HHsysder
from scmpy.mechanics.hamiltonian import H_central as H_central
from scmpy.mechanics.hamiltonian import H_central_polar as H_central_polar
from scmpy.mechanics.hamiltonian import H_harmonic as H_harmonic
from scmpy.mechanics.hamiltonian import H_rectangular as H_rectangular
from scmpy.mechanics.hamiltonian import Hamilton_equations as Hamilton_equations
from scmpy.mechanics.hamiltonian import Hamiltonian_to_Lagrangian as Hamiltonian_to_Lagrangian
from scmpy.mechanics.hamiltonian import Hamiltonian_to_Lagrangian as _Hamiltonian_to_Lagrangian_procedure
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative as Hamiltonian_to_state_derivative
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative as _phase_space_derivative
from scmpy.mechanics.hamiltonian import Hstate_to_Lstate as Hstate_to_Lstate
from scmpy.mechanics.hamiltonian import Hstate_to_Lstate as _H_state_to_L_state
from scmpy.mechanics.hamiltonian import Lagrangian_state_to_Routhian_state as Lagrangian_state_to_Routhian_state
from scmpy.mechanics.hamiltonian import Lagrangian_to_Hamiltonian as Lagrangian_to_Hamiltonian
from scmpy.mechanics.hamiltonian import Lagrangian_to_Hamiltonian as _Lagrangian_to_Hamiltonian_procedure
from scmpy.mechanics.hamiltonian import Lagrangian_to_Routhian as Lagrangian_to_Routhian
from scmpy.mechanics.hamiltonian import Legendre_transform as Legendre_transform
from scmpy.mechanics.hamiltonian import Legendre_transform as _Legendre_transform_procedure
from scmpy.mechanics.hamiltonian import Lstate_to_Hstate as Lstate_to_Hstate
from scmpy.mechanics.hamiltonian import Lstate_to_Hstate as _L_state_to_H_state
from scmpy.mechanics.hamiltonian import Poisson_bracket as Poisson_bracket
from scmpy.mechanics.hamiltonian import Routh_equations as Routh_equations
from scmpy.mechanics.hamiltonian import Routhian_state_to_Lagrangian_state as Routhian_state_to_Lagrangian_state
from scmpy.mechanics.hamiltonian import Routhian_to_acceleration as Routhian_to_acceleration
from scmpy.mechanics.hamiltonian import Routhian_to_state_derivative as Routhian_to_state_derivative
from scmpy.mechanics.hamiltonian import pendulum_Hamiltonian as _Hpendulum
from scmpy.mechanics.hamiltonian import pendulum_Hamiltonian as pendulum_Hamiltonian
from scmpy.mechanics.hamiltonian import pendulum_sysder as pendulum_sysder
from scmpy.mechanics.lagrangian import Euler_Lagrange_operator as Euler_Lagrange_operator
from scmpy.mechanics.lagrangian import Euler_Lagrange_operator as _LE
from scmpy.mechanics.lagrangian import Euler_Lagrange_operator as _Lagrange_equations_operator
from scmpy.mechanics.lagrangian import F_to_C as F_to_C
from scmpy.mechanics.lagrangian import Lagrange_equations as Lagrange_equations
from scmpy.mechanics.lagrangian import Lagrange_equations_first_order as Lagrange_equations_first_order
from scmpy.mechanics.lagrangian import Lagrange_equations_first_order as _Lagrange_equations_1
from scmpy.mechanics.lagrangian import Lagrangian_to_acceleration as Lagrangian_to_acceleration
from scmpy.mechanics.lagrangian import Lagrangian_to_energy as Lagrangian_to_energy
from scmpy.mechanics.lagrangian import Lagrangian_to_state_derivative as Lagrangian_to_state_derivative
from scmpy.mechanics.lagrangian import Lagrangian_to_state_derivative as _local_state_derivative
from scmpy.mechanics.lagrangian import Noether_integral as Noether_integral
from scmpy.mechanics.lagrangian import energy_momentum as energy_momentum
from scmpy.mechanics.lagrangian import field_equations as field_equations
from scmpy.mechanics.lagrangian import generalized_LE as generalized_LE
from scmpy.mechanics.lagrangian import generalized_force as generalized_force
from scmpy.mechanics.lagrangian import metric_to_Lagrangian as metric_to_Lagrangian
from scmpy.mechanics.lagrangian import p_to_r as p_to_r
from scmpy.mechanics.lagrangian import polar_to_rectangular as polar_to_rectangular
from scmpy.mechanics.lagrangian import qv_to_local_path as _qv_to_state_path
from scmpy.mechanics.lagrangian import qv_to_local_path as qv_to_local_path
from scmpy.mechanics.lagrangian import r_to_p as r_to_p
from scmpy.mechanics.lagrangian import r_to_s as r_to_s
from scmpy.mechanics.lagrangian import rectangular_to_polar as rectangular_to_polar
from scmpy.mechanics.lagrangian import rectangular_to_spherical as rectangular_to_spherical
from scmpy.mechanics.lagrangian import s_to_r as s_to_r
from scmpy.mechanics.lagrangian import spherical_to_rectangular as spherical_to_rectangular
from scmpy.mechanics.least_action import Lagrangian_action as Lagrangian_action
from scmpy.mechanics.least_action import find_path as find_path
from scmpy.mechanics.least_action import linear_interpolants as linear_interpolants
from scmpy.mechanics.least_action import make_path as make_path
from scmpy.mechanics.least_action import parametric_path_action as parametric_path_action
from scmpy.mechanics.least_action import varied_free_particle_action as varied_free_particle_action
from scmpy.mechanics.matrix_groups import generators_to_structure_constants as generators_to_structure_constants
from scmpy.mechanics.matrix_groups import group_generators as group_generators
from scmpy.mechanics.matrix_groups import left_invariant_basis as left_invariant_basis
from scmpy.mechanics.matrix_groups import right_invariant_basis as right_invariant_basis
from scmpy.mechanics.models import H_pend_sysder as H_pend_sysder
from scmpy.mechanics.models import L3_central as L3_central
from scmpy.mechanics.models import LR3B as LR3B
from scmpy.mechanics.models import LR3B1 as LR3B1
from scmpy.mechanics.models import L_Kepler_polar as L_Kepler_polar
from scmpy.mechanics.models import L_axisymmetric_top as L_axisymmetric_top
from scmpy.mechanics.models import L_central_polar as L_central_polar
from scmpy.mechanics.models import L_central_rectangular as L_central_rectangular
from scmpy.mechanics.models import L_coupled_harmonic as L_coupled_harmonic
from scmpy.mechanics.models import L_free_particle as L_free_particle
from scmpy.mechanics.models import L_free_particle as _L_free_rectangular
from scmpy.mechanics.models import L_free_polar as L_free_polar
from scmpy.mechanics.models import L_harmonic as L_harmonic
from scmpy.mechanics.models import L_pend as L_pend
from scmpy.mechanics.models import L_pendulum as L_pendulum
from scmpy.mechanics.models import L_periodically_driven_pendulum as L_periodically_driven_pendulum
from scmpy.mechanics.models import L_rectangular as L_rectangular
from scmpy.mechanics.models import L_rotating_polar as L_rotating_polar
from scmpy.mechanics.models import L_rotating_rectangular as L_rotating_rectangular
from scmpy.mechanics.models import L_sliding_pend as L_sliding_pend
from scmpy.mechanics.models import L_two_particle as L_two_particle
from scmpy.mechanics.models import L_uniform_acceleration as L_uniform_acceleration
from scmpy.mechanics.models import L_uniform_acceleration as _Lf
from scmpy.mechanics.models import T3_spherical as T3_spherical
from scmpy.mechanics.models import T_pend as T_pend
from scmpy.mechanics.models import V_pend as V_pend
from scmpy.mechanics.models import ang_mom_z as ang_mom_z
from scmpy.mechanics.models import dp_coordinates as dp_coordinates
from scmpy.mechanics.models import gravitational_energy as gravitational_energy
from scmpy.mechanics.models import gudermannian as gudermannian
from scmpy.mechanics.models import pendulum_advance as pendulum_advance
from scmpy.mechanics.models import pendulum_frequency as pendulum_frequency
from scmpy.mechanics.models import pendulum_oscillating_angle as pendulum_oscillating_angle
from scmpy.mechanics.models import pendulum_separatrix_angular_momentum as pendulum_separatrix_angular_momentum
from scmpy.mechanics.models import periodic_drive as periodic_drive
from scmpy.mechanics.motion import compile_motion as compile_motion
from scmpy.mechanics.motion import dry_friction as dry_friction
from scmpy.mechanics.motion import impact as impact
from scmpy.mechanics.motion import motion_derivative as motion_derivative
from scmpy.mechanics.motion import motion_gradient as motion_gradient
from scmpy.mechanics.multibody import link_position as link_position
from scmpy.mechanics.multibody import linkage_Lagrangian as linkage_Lagrangian
from scmpy.mechanics.multibody import linkage_to_acceleration as linkage_to_acceleration
from scmpy.mechanics.multibody import linkage_to_state_derivative as linkage_to_state_derivative
from scmpy.mechanics.multibody import linkage_torques as linkage_torques
from scmpy.mechanics.multibody import make_link as make_link
from scmpy.mechanics.multibody import make_linkage as make_linkage
from scmpy.mechanics.multibody import urdf_to_robot as urdf_to_robot
from scmpy.mechanics.perturbation import C_to_Cp as C_to_Cp
from scmpy.mechanics.perturbation import H_to_Hp as H_to_Hp
from scmpy.mechanics.perturbation import Lie_transform as Lie_transform
from scmpy.mechanics.perturbation import flow_derivative as flow_derivative
from scmpy.mechanics.perturbation import flow_transform as flow_transform
from scmpy.mechanics.perturbation import normal_form as normal_form
from scmpy.mechanics.perturbation import shift_t as shift_t
from scmpy.mechanics.rigid_body import Euler_state_to_L_body as Euler_state_to_L_body
from scmpy.mechanics.rigid_body import Euler_state_to_L_body as _L_body_Euler
from scmpy.mechanics.rigid_body import Euler_state_to_L_space as Euler_state_to_L_space
from scmpy.mechanics.rigid_body import Euler_state_to_L_space as _L_space_Euler
from scmpy.mechanics.rigid_body import Euler_state_to_omega_body as Euler_state_to_omega_body
from scmpy.mechanics.rigid_body import Euler_to_M as Euler_to_M
from scmpy.mechanics.rigid_body import Euler_to_omega as Euler_to_omega
from scmpy.mechanics.rigid_body import Euler_to_omega_body as Euler_to_omega_body
from scmpy.mechanics.rigid_body import L_body as L_body
from scmpy.mechanics.rigid_body import L_space as L_space
from scmpy.mechanics.rigid_body import M_of_q_to_omega_body_of_t as M_of_q_to_omega_body_of_t
from scmpy.mechanics.rigid_body import M_of_q_to_omega_of_t as M_of_q_to_omega_of_t
from scmpy.mechanics.rigid_body import M_to_Euler as M_to_Euler
from scmpy.mechanics.rigid_body import M_to_omega as M_to_omega
from scmpy.mechanics.rigid_body import M_to_omega_body as M_to_omega_body
from scmpy.mechanics.rigid_body import T_body as T_body
from scmpy.mechanics.rigid_body import T_body_Euler as T_body_Euler
from scmpy.mechanics.rigid_body import T_body_Euler as _Lrigid
from scmpy.mechanics.rigid_body import T_body_Euler as _T_rigid_body
from scmpy.mechanics.rigid_body import T_quaternion_state as T_quaternion_state
from scmpy.mechanics.rigid_body import angle_and_axis_to_rotation_matrix as angle_and_axis_to_rotation_matrix
from scmpy.mechanics.rigid_body import antisymmetric as _three_vector_components_to_antisymmetric
from scmpy.mechanics.rigid_body import antisymmetric_to_column_matrix as antisymmetric_to_column_matrix
from scmpy.mechanics.rigid_body import quaternion_state_to_omega_body as quaternion_state_to_omega_body
from scmpy.mechanics.rigid_body import quaternion_state_to_omega_space as quaternion_state_to_omega_space
from scmpy.mechanics.rigid_body import qw_state_to_L_body as qw_state_to_L_body
from scmpy.mechanics.rigid_body import qw_state_to_L_space as qw_state_to_L_space
from scmpy.mechanics.rigid_body import qw_sysder as qw_sysder
from scmpy.mechanics.rigid_body import relative_error as relative_error
from scmpy.mechanics.rigid_body import rigid_sysder as rigid_sysder
from scmpy.mechanics.sections import HHmap as HHmap
from scmpy.mechanics.sections import driven_pendulum_map as driven_pendulum_map
from scmpy.mechanics.sections import find_next_crossing as find_next_crossing
from scmpy.mechanics.sections import iterated_map as iterated_map
from scmpy.mechanics.sections import map_orbit as map_orbit
from scmpy.mechanics.sections import refine_crossing as refine_crossing
from scmpy.mechanics.sections import section_map as section_map
from scmpy.mechanics.sections import section_to_state as section_to_state
from scmpy.mechanics.sections import standard_map as standard_map
from scmpy.mechanics.sections import standard_map_inverse as standard_map_inverse
from scmpy.mechanics.state import Dt as Dt
from scmpy.mechanics.state import Dt as _Dt_procedure
from scmpy.mechanics.state import Gamma as Gamma
from scmpy.mechanics.state import Gamma as _path_to_state_path
from scmpy.mechanics.state import Gamma_bar as Gamma_bar
from scmpy.mechanics.state import H_state_to_matrix as H_state_to_matrix
from scmpy.mechanics.state import degrees_of_freedom as degrees_of_freedom
from scmpy.mechanics.state import make_eta as make_eta
from scmpy.mechanics.state import matrix_to_H_state as matrix_to_H_state
from scmpy.mechanics.state import osculating_path as osculating_path
from scmpy.mechanics.state import qp_to_H_state_path as qp_to_H_state_path
from scmpy.mechanics.state import to_H_state as to_H_state
from scmpy.mechanics.state import to_local as __to_L_state
from scmpy.mechanics.state import to_local as __to_state
from scmpy.mechanics.state import to_local as to_local
from scmpy.mechanics.state import variation as _make_variation
from scmpy.mechanics.state import variation as variation
from scmpy.numerics.certified import integral_ball as integral_ball
from scmpy.numerics.certified import integral_enclosure as integral_enclosure
from scmpy.numerics.compile.compiled_function import compile_function as compile_function
from scmpy.numerics.dynamics.continuation import continue_equilibria as continue_equilibria
from scmpy.numerics.dynamics.continuation import continue_invariant_curves as continue_invariant_curves
from scmpy.numerics.dynamics.continuation import continue_periodic_orbits as continue_periodic_orbits
from scmpy.numerics.dynamics.invariant_manifolds import find_homoclinic_point as find_homoclinic_point
from scmpy.numerics.dynamics.invariant_manifolds import find_invariant_curve as find_invariant_curve
from scmpy.numerics.dynamics.invariant_manifolds import fixed_point_eigen as fixed_point_eigen
from scmpy.numerics.dynamics.invariant_manifolds import mean_frequency as mean_frequency
from scmpy.numerics.dynamics.invariant_manifolds import radially_mapping_points as radially_mapping_points
from scmpy.numerics.dynamics.invariant_manifolds import rotation_number as rotation_number
from scmpy.numerics.dynamics.invariant_manifolds import stable_manifold as stable_manifold
from scmpy.numerics.dynamics.invariant_manifolds import unstable_manifold as unstable_manifold
from scmpy.numerics.dynamics.invariant_manifolds import which_way as which_way
from scmpy.numerics.dynamics.maps import abscissa as abscissa
from scmpy.numerics.dynamics.maps import cylinder_near as cylinder_near
from scmpy.numerics.dynamics.maps import make_point as make_point
from scmpy.numerics.dynamics.maps import ordinate as ordinate
from scmpy.numerics.dynamics.maps import plane_near as plane_near
from scmpy.numerics.dynamics.maps import torus_near as torus_near
from scmpy.numerics.dynamics.periodic_orbits import find_fixed_point as find_fixed_point
from scmpy.numerics.dynamics.periodic_orbits import find_periodic_orbit as find_periodic_orbit
from scmpy.numerics.dynamics.periodic_orbits import lyapunov_exponents as lyapunov_exponents
from scmpy.numerics.dynamics.periodic_orbits import lyapunov_exponents_of_map as lyapunov_exponents_of_map
from scmpy.numerics.dynamics.periodic_orbits import monodromy_matrix as monodromy_matrix
from scmpy.numerics.dynamics.periodic_orbits import motion_between as motion_between
from scmpy.numerics.dynamics.periodic_orbits import shooting as shooting
from scmpy.numerics.dynamics.periodic_orbits import variational_equations as variational_equations
from scmpy.numerics.ensembles import ensemble as ensemble
from scmpy.numerics.linear import lu_determinant as lu_determinant
from scmpy.numerics.linear import lu_solve as _full_pivot_solve
from scmpy.numerics.linear import lu_solve as _gauss_jordan_solve
from scmpy.numerics.linear import lu_solve as lu_solve
from scmpy.numerics.linear import lu_solve_linear_system as _full_pivot_solve_linear_system
from scmpy.numerics.linear import lu_solve_linear_system as _gauss_jordan_solve_linear_system
from scmpy.numerics.linear import lu_solve_linear_system as lu_solve_linear_system
from scmpy.numerics.linear import matrix_to_eigenvalues as matrix_to_eigenvalues
from scmpy.numerics.linear import svd_least_squares as svd_least_squares
from scmpy.numerics.ode.events import crossing as crossing
from scmpy.numerics.ode.evolution import evolve as evolve
from scmpy.numerics.ode.evolution import set_ode_integration_method as _set_ode_integration_method_bang
from scmpy.numerics.ode.evolution import state_advancer as state_advancer
from scmpy.numerics.ode.sections import poincare_map as poincare_map
from scmpy.numerics.ode.sections import stroboscopic_map as stroboscopic_map
from scmpy.numerics.ode.trajectory import Trajectory as Trajectory
from scmpy.numerics.ode.trajectory import crossings as crossings
from scmpy.numerics.ode.trajectory import trajectory as trajectory
from scmpy.numerics.optimize import gsmax as gsmax
from scmpy.numerics.optimize import gsmin as gsmin
from scmpy.numerics.optimize import minimize as minimize
from scmpy.numerics.optimize import multidimensional_minimize as multidimensional_minimize
from scmpy.numerics.optimize import nelder_mead as nelder_mead
from scmpy.numerics.quadrature import definite_integral as definite_integral
from scmpy.numerics.roots import Lagrange_interpolation_function as Lagrange_interpolation_function
from scmpy.numerics.roots import Lagrange_interpolation_function as _lagrange_interpolation_function
from scmpy.numerics.roots import bisect as bisect
from scmpy.numerics.roots import certified_roots as certified_roots
from scmpy.numerics.roots import make_interp_poly as make_interp_poly
from scmpy.numerics.roots import multidimensional_root as multidimensional_root
from scmpy.numerics.roots import poly_to_roots as poly_to_roots
from scmpy.numerics.roots import search_for_roots as search_for_roots
from scmpy.numerics.roots import zbrent as zbrent
from scmpy.numerics.special_functions import Jacobi_elliptic_functions as Jacobi_elliptic_functions
from scmpy.plot.animation import mechanism_movie as mechanism_movie
from scmpy.plot.animation import page as page
from scmpy.plot.animation import plot_mechanism as plot_mechanism
from scmpy.plot.animation import save_movie as save_movie
from scmpy.plot.curves import plot_configuration as plot_configuration
from scmpy.plot.phase_portraits import plot_bifurcation as plot_bifurcation
from scmpy.plot.phase_portraits import plot_geodesics as plot_geodesics
from scmpy.plot.phase_portraits import plot_phase_portrait as plot_phase_portrait
from scmpy.plot.phase_portraits import plot_stability as plot_stability
from scmpy.plot.phase_portraits import plot_surface as plot_surface
from scmpy.plot.phase_portraits import plot_vector_field as plot_vector_field
from scmpy.plot.sections import default_collector as default_collector
from scmpy.plot.sections import default_monitor as default_monitor
from scmpy.plot.sections import display_map as display_map
from scmpy.plot.sections import explore_map as explore_map
from scmpy.plot.sections import explore_section as explore_section
from scmpy.plot.sections import plot_manifolds as plot_manifolds
from scmpy.plot.sections import plot_section as plot_section
from scmpy.plot.sections import pointer_coordinates as _get_pointer_coordinates
from scmpy.plot.sections import pointer_coordinates as pointer_coordinates
from scmpy.plot.trajectories import monitor_errors as monitor_errors
from scmpy.plot.trajectories import monitor_theta as monitor_theta
from scmpy.plot.trajectories import monitor_xy as monitor_xy
from scmpy.plot.trajectories import plot_body_momentum as plot_body_momentum
from scmpy.plot.trajectories import plot_divergence as plot_divergence
from scmpy.plot.trajectories import plot_drift as plot_drift
from scmpy.plot.trajectories import plot_torus as plot_torus
from scmpy.plot.trajectories import plot_trajectory as plot_trajectory
from scmpy.plot.trajectories import torus_movie as torus_movie
from scmpy.plot.window import frame as _make_display_frame
from scmpy.plot.window import frame as _plot_frame
from scmpy.plot.window import frame as frame
from scmpy.plot.window import graphics_clear as graphics_clear
from scmpy.plot.window import graphics_close as graphics_close
from scmpy.plot.window import graphics_flush as graphics_flush
from scmpy.plot.window import make_window as make_window
from scmpy.plot.window import plot_function as plot_function
from scmpy.plot.window import plot_line as _graphics_draw_line
from scmpy.plot.window import plot_line as plot_line
from scmpy.plot.window import plot_parametric as plot_parametric
from scmpy.plot.window import plot_parametric_fill as plot_parametric_fill
from scmpy.plot.window import plot_point as _graphics_draw_point
from scmpy.plot.window import plot_point as plot_point
from scmpy.plot.window import rename_window as rename_window
from scmpy.plot.window import resize_window as resize_window
from scmpy.plot.window import window_coordinates as window_coordinates
from scmpy.plot.window import window_size as window_size
from scmpy.reading.formulas import equations as equations
from scmpy.reading.formulas import equations_from_tex as equations_from_tex
from scmpy.reading.formulas import equations_from_text as equations_from_text
from scmpy.reading.formulas import expression_from_tex as expression_from_tex
from scmpy.reading.formulas import expression_from_text as expression_from_text
from scmpy.reading.formulas import formula as formula
from scmpy.registry import apropos as apropos
from scmpy.solving.equations import solve as solve
from scmpy.solving.integration import dsolve as dsolve
from scmpy.solving.integration import integrate as integrate
from scmpy.solving.integration import limit as limit
from scmpy.solving.integration import taylor as taylor
from scmpy.structure.linear_maps import as_matrix as as_matrix
from scmpy.structure.linear_maps import characteristic_polynomial as characteristic_polynomial
from scmpy.structure.linear_maps import complex_norm as complex_norm
from scmpy.structure.linear_maps import eigenvalues as eigenvalues
from scmpy.structure.linear_maps import eigenvectors as eigenvectors
from scmpy.structure.linear_maps import inner_product as _v_inner_product
from scmpy.structure.linear_maps import inner_product as inner_product
from scmpy.structure.linear_maps import is_identity as _is_m_identity
from scmpy.structure.linear_maps import is_identity as is_identity
from scmpy.structure.linear_maps import is_one as is_one
from scmpy.structure.linear_maps import is_two_tensor as _is_2_tensor
from scmpy.structure.linear_maps import is_zero as _is_m_zero
from scmpy.structure.linear_maps import is_zero as _is_v_zero
from scmpy.structure.linear_maps import is_zero as is_zero
from scmpy.structure.linear_maps import linear_function_to_multiplier as linear_function_to_multiplier
from scmpy.structure.linear_maps import m_to_s as m_to_s
from scmpy.structure.linear_maps import magnitude as magnitude
from scmpy.structure.linear_maps import s_inverse as s_inverse
from scmpy.structure.linear_maps import s_to_m as s_to_m
from scmpy.structure.linear_maps import s_transpose2 as s_transpose2
from scmpy.structure.linear_maps import size as size
from scmpy.structure.linear_maps import solve_linear as solve_linear
from scmpy.structure.linear_maps import solve_linear_left as solve_linear_left
from scmpy.structure.linear_maps import solve_linear_right as solve_linear_right
from scmpy.structure.linear_maps import transpose as transpose
from scmpy.structure.literal_functions import Basic as _Basic
from scmpy.structure.literal_functions import down_type as _DOWN
from scmpy.structure.literal_functions import hamiltonian_signature as _Hamiltonian_signature
from scmpy.structure.literal_functions import lagrangian_signature as _Lagrangian_signature
from scmpy.structure.literal_functions import literal_down as literal_down
from scmpy.structure.literal_functions import literal_function as literal_function
from scmpy.structure.literal_functions import literal_functions as literal_functions
from scmpy.structure.literal_functions import literal_matrix as literal_matrix
from scmpy.structure.literal_functions import literal_number as _literal_real
from scmpy.structure.literal_functions import literal_number as literal_number
from scmpy.structure.literal_functions import literal_up as literal_up
from scmpy.structure.literal_functions import product_type as _X
from scmpy.structure.literal_functions import repeated_down_type as _DOWN_star
from scmpy.structure.literal_functions import repeated_product_type as _X_star
from scmpy.structure.literal_functions import repeated_up_type as _UP_star
from scmpy.structure.literal_functions import signature as signature
from scmpy.structure.literal_functions import up_type as _UP
from scmpy.structure.matrix import Matrix as _Matrix
from scmpy.structure.matrix import Matrix as _Matrix_
from scmpy.structure.matrix import column_matrix as column_matrix
from scmpy.structure.matrix import m_generate as _matrix_generate
from scmpy.structure.matrix import m_generate as m_generate
from scmpy.structure.matrix import m_make_identity as m_make_identity
from scmpy.structure.matrix import m_num_cols as m_num_cols
from scmpy.structure.matrix import m_num_rows as m_num_rows
from scmpy.structure.matrix import matrix_by_cols as matrix_by_cols
from scmpy.structure.matrix import matrix_by_row_list as matrix_by_row_list
from scmpy.structure.matrix import matrix_by_rows as matrix_by_rows
from scmpy.structure.matrix import matrix_ref as _m_ref
from scmpy.structure.matrix import matrix_ref as matrix_ref
from scmpy.structure.matrix import row_matrix as row_matrix
from scmpy.structure.matrix import up_to_column_matrix as _vector_to_column_matrix
from scmpy.structure.matrix import up_to_column_matrix as up_to_column_matrix
from scmpy.structure.quaternion import angle_axis_to_quaternion as angle_axis_to_quaternion
from scmpy.structure.quaternion import q_magnitude as q_magnitude
from scmpy.structure.quaternion import q_rotate as q_rotate
from scmpy.structure.quaternion import q_to_4x4 as q_to_4x4
from scmpy.structure.quaternion import quaternion as quaternion
from scmpy.structure.quaternion import quaternion_to_angle_axis as quaternion_to_angle_axis
from scmpy.structure.quaternion import quaternion_to_rotation_matrix as quaternion_to_rotation_matrix
from scmpy.structure.quaternion import quaternion_to_three_vector as _quaternion_to_3vector
from scmpy.structure.quaternion import quaternion_to_vector as quaternion_to_vector
from scmpy.structure.quaternion import vector_to_quaternion as _make_quaternion
from scmpy.structure.quaternion import vector_to_quaternion as vector_to_quaternion
from scmpy.structure.tuples import Down as _Down
from scmpy.structure.tuples import Down as _Down_
from scmpy.structure.tuples import compatible_shape as compatible_shape
from scmpy.structure.tuples import compatible_zero as _dual_zero
from scmpy.structure.tuples import compatible_zero as compatible_zero
from scmpy.structure.tuples import component as component
from scmpy.structure.tuples import dimension as dimension
from scmpy.structure.tuples import down as _momentum_tuple
from scmpy.structure.tuples import down as down
from scmpy.structure.tuples import flip_indices as flip_indices
from scmpy.structure.tuples import ref as _s_ref
from scmpy.structure.tuples import ref as ref
from scmpy.structure.tuples import s_dimension as s_dimension
from scmpy.structure.tuples import s_generate as s_generate
from scmpy.structure.tuples import s_length as s_length
from scmpy.structure.tuples import s_map as _s_map_over_l
from scmpy.structure.tuples import s_map as s_map
from scmpy.structure.tuples import up as _acceleration_tuple
from scmpy.structure.tuples import up as _coordinate_tuple
from scmpy.structure.tuples import up as _velocity_tuple
from scmpy.structure.tuples import up as up
from scmpy.structure.tuples import v_dot_product as v_dot_product
from scmpy.structure.tuples import vector_to_down as vector_to_down
from scmpy.structure.tuples import vector_to_up as vector_to_up
from scmpy.structure.types import RealFunction as _RealFunction_
from scmpy.symbolic.arithmetic import substitute as substitute
from scmpy.symbolic.assumptions import assume_bang as assume_bang
from scmpy.symbolic.assumptions import assuming as assuming
from scmpy.symbolic.assumptions import forget_assumptions_bang as forget_assumptions_bang
from scmpy.symbolic.decision.equivalence import equivalent as equivalent
from scmpy.symbolic.expression import Application as _Application
from scmpy.symbolic.expression import Symbol as _Symbol
from scmpy.symbolic.expression import symbols as symbols
from scmpy.symbolic.expression import variables_in as variables_in
from scmpy.symbolic.normal_forms import addends as _symb_addends
from scmpy.symbolic.normal_forms import collect as collect
from scmpy.symbolic.normal_forms import expression_walker as expression_walker
from scmpy.symbolic.normal_forms import factor as factor
from scmpy.symbolic.normal_forms import is_derivative as is_derivative
from scmpy.symbolic.normal_forms import multiplicands as _symb_multiplicands
from scmpy.symbolic.normal_forms import rcf_simplify as rcf_simplify
from scmpy.symbolic.normal_forms import symbolic_denominator as _symb_denominator
from scmpy.symbolic.normal_forms import symbolic_numerator as _symb_numerator
from scmpy.symbolic.normal_forms import to_poisson_form as _trigcontract
from scmpy.symbolic.normal_forms import to_poisson_form as to_poisson_form
from scmpy.symbolic.normal_forms import with_names as with_names
from scmpy.symbolic.patterns import matches as matches
from scmpy.symbolic.polynomials import Polynomial as _Polynomial
from scmpy.symbolic.polynomials import Polynomial as _Polynomial_
from scmpy.symbolic.polynomials import gcd as gcd
from scmpy.symbolic.polynomials import lcm as lcm
from scmpy.symbolic.real_numbers import denominator as denominator
from scmpy.symbolic.real_numbers import exact as _inexact_to_exact
from scmpy.symbolic.real_numbers import exact as exact
from scmpy.symbolic.real_numbers import is_exact as is_exact
from scmpy.symbolic.real_numbers import is_inexact as is_inexact
from scmpy.symbolic.real_numbers import numerator as numerator
from scmpy.symbolic.real_numbers import rationalize as rationalize
from scmpy.symbolic.rules import RuleSet as _RuleSet
from scmpy.symbolic.rules import non_negative_factors as non_negative_factors
from scmpy.symbolic.rules import rule as rule
from scmpy.symbolic.rules import ruleset as ruleset
from scmpy.symbolic.simplify import expression_to_string as _scheme_text
from scmpy.symbolic.simplify import graphviz as graphviz
from scmpy.symbolic.simplify import infix as _expression_to_infix
from scmpy.symbolic.simplify import infix as infix
from scmpy.symbolic.simplify import pp as pp
from scmpy.symbolic.simplify import print_expression as _pe
from scmpy.symbolic.simplify import print_expression as print_expression
from scmpy.symbolic.simplify import print_expression_tex as _pet
from scmpy.symbolic.simplify import print_expression_tex as print_expression_tex
from scmpy.symbolic.simplify import show_expression as _se
from scmpy.symbolic.simplify import show_expression as show_expression
from scmpy.symbolic.simplify import simplify as _full_simplify
from scmpy.symbolic.simplify import simplify as simplify
from scmpy.symbolic.simplify import simplify_report as simplify_report
from scmpy.symbolic.simplify import tex as __to_tex_string
from scmpy.symbolic.simplify import tex as _expression_to_tex_string
from scmpy.symbolic.simplify import tex as _get_expression_tex
from scmpy.symbolic.simplify import tex as tex
from scmpy.symbolic.to_sympy import via_sympy as via_sympy

Airy_Ai: _Operation
"""Airy's function Ai, the solution of y'' = x y that fades as x grows."""
Airy_Ai_prime: _Operation
"""The derivative of Airy's function Ai."""
Airy_Bi: _Operation
"""Airy's function Bi, the solution of y'' = x y that oscillates a quarter period beside Ai."""
Airy_Bi_prime: _Operation
"""The derivative of Airy's function Bi."""
AnyType: _Basic
"""The type of any value."""
CGA2: _Algebra
"""The conformal algebra of the plane: origin and infinity are (e4 - e3)/2 and e3 + e4."""
CGA3: _Algebra
"""The conformal algebra of space: origin and infinity are (e5 - e4)/2 and e4 + e5."""
D: _Operator
"""The derivative."""
DOWN = _DOWN
DOWN_star = _DOWN_star
D_forward: _Operator
"""The derivative, in forward mode: every direction is carried along."""
D_reverse: _Operator
"""The derivative, in reverse mode: one sweep back gives all partial derivatives."""
Dt_procedure = _Dt_procedure
Euler_angles: _CoordinateChart
"""Euler angles (theta, phi, psi) of rotations, M = Rz(phi) Rx(theta) Rz(psi); sin theta = 0 is off the chart."""
Euler_basis: _Basis
"""The coordinate basis of Euler's angles: their rates are its quasi-velocities."""
F_to_CH = _F_to_CH
Fresnel_C: _Operation
"""Fresnel's cosine integral."""
Fresnel_S: _Operation
"""Fresnel's sine integral."""
H_state_to_L_state = _H_state_to_L_state
Hamiltonian_signature = _Hamiltonian_signature
Hamiltonian_to_Lagrangian_procedure = _Hamiltonian_to_Lagrangian_procedure
Hpendulum = _Hpendulum
I: _Operator
"""The identity operator: (I f) is f."""
I_2: _Matrix
"""The 2 by 2 identity matrix."""
LE = _LE
L_body_Euler = _L_body_Euler
L_free_rectangular = _L_free_rectangular
L_space_Euler = _L_space_Euler
L_state_to_H_state = _L_state_to_H_state
Lagrange_equations_1 = _Lagrange_equations_1
Lagrange_equations_operator = _Lagrange_equations_operator
Lagrangian_signature = _Lagrangian_signature
Lagrangian_to_Hamiltonian_procedure = _Lagrangian_to_Hamiltonian_procedure
Lambert_W: _Operation
"""Lambert's function W, the solution w of w exp(w) = x, its principal branch."""
Legendre_transform_procedure = _Legendre_transform_procedure
Lf = _Lf
Lie_derivative: _Operation
"""The derivative along a flow, an operator: of a Hamiltonian on functions of phase-space states."""
Lrigid = _Lrigid
P: _Function
"""The momenta of a phase-space state."""
PGA2: _Algebra
"""The projective algebra of the plane: vectors are lines, bivectors points."""
PGA3: _Algebra
"""The projective algebra of space: vectors are planes, trivectors points, even elements motors."""
Q: _Function
"""The coordinates of a local tuple."""
Qdot: _Function
"""The velocities of a local tuple."""
Qdotdot: _Function
"""The accelerations of a local tuple."""
R1: _Manifold
"""Euclidean space of dimension 1."""
R1_rect: _CoordinateChart
"""The coordinate x of the real line."""
R2: _Manifold
"""Euclidean space of dimension 2."""
R2_polar: _CoordinateChart
"""Polar coordinates (r, theta) of the plane; r = 0 is off the chart."""
R2_rect: _CoordinateChart
"""Rectangular coordinates (x, y) of the plane."""
R3: _Manifold
"""Euclidean space of dimension 3."""
R3_cyl: _CoordinateChart
"""Cylindrical coordinates (r, theta, z) of space; r = 0 is off the chart."""
R3_rect: _CoordinateChart
"""Rectangular coordinates (x, y, z) of space."""
R3_spherical: _CoordinateChart
"""Spherical coordinates (r, theta, phi) of space, theta from the z axis, which is off the chart."""
R4: _Manifold
"""Euclidean space of dimension 4."""
R4_cyl: _CoordinateChart
"""Cylindrical coordinates (r, theta, z, w) of four-space; r = 0 is off the chart."""
R4_rect: _CoordinateChart
"""Rectangular coordinates (x, y, z, w) of four-space."""
R_n: _Family
"""The family of Euclidean spaces, whose points are represented by their rectangular coordinates."""
Real: _Basic
"""The type of a real number."""
S1: _Manifold
"""The circle; its points are represented by unit vectors."""
S1_circular: _CoordinateChart
"""The angle of a point of the circle from the first axis."""
S1_gnomic: _CoordinateChart
"""The gnomonic projection of the circle to a line."""
S1_slope: _CoordinateChart
"""The stereographic projection of the circle to a line."""
S1_tilted: _CoordinateChart
"""The angle of a point of the circle from the second axis."""
S2: _Manifold
"""The sphere; its points are represented by unit vectors."""
S2_Riemann: _CoordinateChart
"""The sphere of Riemann: the stereographic projection to the plane."""
S2_gnomic: _CoordinateChart
"""The gnomonic projection of the northern half of the sphere."""
S2_metric: _Tensor
"""The metric of the unit sphere."""
S2_spherical: _CoordinateChart
"""Colatitude and longitude."""
S2_stereographic: _CoordinateChart
"""The stereographic projection to the plane of the equator."""
S2_tilted: _CoordinateChart
"""Angles of the sphere from an axis in the equator, minus the second."""
S2_type: _Family
"""The family of two-dimensional spheres."""
S2p: _Manifold
"""The sphere, as a member of the family of spheres of any dimension; its points are represented by unit vectors."""
S2p_Riemann: _CoordinateChart
"""The sphere of Riemann: the stereographic projection to the plane."""
S2p_gnomic: _CoordinateChart
"""The gnomonic projection of the northern half of the sphere."""
S2p_spherical: _CoordinateChart
"""Colatitude and longitude."""
S2p_stereographic: _CoordinateChart
"""The stereographic projection to the plane of the equator."""
S2p_tilted: _CoordinateChart
"""Angles of the sphere from an axis in the equator, minus the second."""
S3: _Manifold
"""The three-sphere; its points are represented by unit vectors."""
S3_gnomic: _CoordinateChart
"""The gnomonic projection of half the three-sphere to space."""
S3_spherical: _CoordinateChart
"""The three angles of S3, the first from the last axis."""
S3_stereographic: _CoordinateChart
"""The stereographic projection of the three-sphere to space."""
S3_tilted: _CoordinateChart
"""Three angles of S3, the first from minus the third axis."""
SO3: _Manifold
"""The rotations of space, represented by their matrices."""
SO3_type: _Family
"""The family of the group of rotations."""
STA: _Algebra
"""The spacetime algebra."""
Sigma = _Sigma
Sn_type: _Family
"""The family of spheres of any dimension."""
T_rigid_body = _T_rigid_body
UP = _UP
UP_star = _UP_star
VGA2: _Algebra
"""The geometric algebra of the plane."""
VGA3: _Algebra
"""The geometric algebra of space: its vectors are those of space."""
X = _X
X_star = _X_star
_to_L_state = __to_L_state
_to_state = __to_state
_to_tex_string = __to_tex_string
acceleration: _Function
"""The accelerations of a local tuple."""
acceleration_tuple = _acceleration_tuple
accelerations: _Function
"""The accelerations of a local tuple."""
acos: _Operation
"""Inverse cosine: of x from -1 to 1 an angle from 0 to pi; of others pi/2 - asin x."""
acosh: _Operation
"""Inverse hyperbolic cosine, 2 log(sqrt((x + 1)/2) + sqrt((x - 1)/2))."""
add: _Operation
"""Generic sum."""
alternate_angles: _CoordinateChart
"""Angles (theta, phi, psi) of rotations, M = Rz(phi) Rx(theta) Ry(psi); cos theta = 0 is off the chart."""
angular_parity: _RuleSet
"""Minus signs out of angles: sin(-x) = -sin(x), cos(-x) = cos(x); so tan, cot, csc, asin, atan, sinh, ..."""
anticommutator: _Operation
"""The anticommutator of two operators, matrices or quaternions, x y + y x."""
arg_scale: _Function
"""The function f(k x, ...)."""
arg_shift: _Function
"""The function f(x + k, ...)."""
asin: _Operation
"""Inverse sine: of x from -1 to 1 an angle from -pi/2 to pi/2; of others -i log(i x + sqrt(1 - x^2))."""
asinh: _Operation
"""Inverse hyperbolic sine, log(x + sqrt(1 + x^2))."""
atan: _Function
"""Inverse tangent of one argument, from -pi/2 to pi/2, or the angle of the point (x, y), above -pi and up to pi."""
atan_series: _Series
"""The power series of atan."""
atanh: _Operation
"""Inverse hyperbolic tangent, (log(1 + x) - log(1 - x)) / 2."""
basis_components_to_one_form_field = _basis_components_to_one_form_field
bessi: _Operation
"""The modified Bessel function of the first kind of an order."""
bessj: _Operation
"""The Bessel function of the first kind of an order."""
bessk: _Operation
"""The modified Bessel function of the second kind of an order, for positive x; for others it is complex."""
bessy: _Operation
"""The Bessel function of the second kind of an order, for positive x; for others it is complex."""
binary_combine = _binary_combine
canonicalize_partials: _RuleSet
"""Nested derivatives as one ordered product: (partial 1) of (partial 0) of f is (* (partial 0) (partial 1)) of f."""
careful_conversion: bool
"""Shapes are always checked when structures become matrices. This is not a switch."""
ceiling: _Operation
"""The least whole number that is not less than x; of a float a float."""
clear_square_roots_of_perfect_squares = _clear_square_roots_of_perfect_squares
commutator: _Operation
"""The commutator of two operators, matrices or quaternions, x y - y x."""
complete_elliptic_integral_E: _Operation
"""The complete elliptic integral of the second kind."""
complete_elliptic_integral_K: _Operation
"""The complete elliptic integral of the first kind."""
complete_elliptic_integral_Pi: _Operation
"""The complete elliptic integral of the third kind, of a characteristic n below 1."""
complex_rules: _RuleSet
"""Real and imaginary part, magnitude, angle and conjugate of numbers given by real coordinates."""
conjugate: _Operation
"""Complex conjugate."""
contract_expt_trig: _RuleSet
"""Squares of sines and cosines by the double angle: sin^2 x = (1 - cos 2x) / 2, cos^2 x = (1 + cos 2x) / 2."""
coordinate: _Function
"""The coordinates of a local tuple."""
coordinate_basis_1form_fields = _coordinate_basis_1form_fields
coordinate_basis_one_form_field = _coordinate_basis_one_form_field
coordinate_basis_vector_fields = _coordinate_basis_vector_fields
coordinate_system_to_basis = _coordinate_system_to_basis
coordinate_system_to_vector_basis = _coordinate_system_to_vector_basis
coordinate_tuple = _coordinate_tuple
coordinates: _Function
"""The coordinates of a local tuple."""
cos: _Operation
"""Cosine."""
cos_2_to_sin_2: _RuleSet
"""Higher powers of cosines by sines: cos^n = cos^(n-2) (1 - sin^2)."""
cos_series: _Series
"""The power series of cos."""
cos_sq_to_sin_sq: _RuleSet
"""Higher powers of cosines by sines: cos^n = cos^(n-2) (1 - sin^2)."""
cosh: _Operation
"""Hyperbolic cosine."""
cosh_series: _Series
"""The power series of cosh."""
cosine_integral: _Operation
"""The cosine integral, Ci; of positive numbers it is real."""
cot: _Operation
"""Cotangent."""
covariant_derivative_argument_types = _covariant_derivative_argument_types
covariant_derivative_form = _covariant_derivative_form
covariant_derivative_function = _covariant_derivative_function
covariant_derivative_ordinary = _covariant_derivative_ordinary
covariant_derivative_vector = _covariant_derivative_vector
cross_product: _Operation
"""Vector product in three dimensions."""
csc: _Operation
"""Cosecant."""
csch: _Operation
"""Hyperbolic cosecant."""
cube: _Operation
"""Cube."""
d: _Operator
"""The exterior derivative: of a function the one-form with (d f)(v) = v(f), of a k-form a (k + 1)-form."""
def F1_to_CT(F: Any, branch: int | None = ...) -> _Function_:
    """The canonical transformation, from new states to old ones, of a generating function F(t, q, q')."""
def F1_to_C_inv(F: Any, branch: int | None = ...) -> _Function_:
    """The inverse canonical transformation, from old states to new ones, of a generating function F(t, q, q')."""
def F1_to_K(F: Any, branch: int | None = ...) -> _Function_:
    """What is added to H o C to give the new Hamiltonian, of a generating function F(t, q, q')."""
def F2_to_CT(F: Any, branch: int | None = ...) -> _Function_:
    """The canonical transformation, from new states to old ones, of a generating function F(t, q, p')."""
def F2_to_C_inv(F: Any, branch: int | None = ...) -> _Function_:
    """The inverse canonical transformation, from old states to new ones, of a generating function F(t, q, p')."""
def F2_to_K(F: Any, branch: int | None = ...) -> _Function_:
    """What is added to H o C to give the new Hamiltonian, of a generating function F(t, q, p')."""
def F3_to_CT(F: Any, branch: int | None = ...) -> _Function_:
    """The canonical transformation, from new states to old ones, of a generating function F(t, p, q')."""
def F3_to_C_inv(F: Any, branch: int | None = ...) -> _Function_:
    """The inverse canonical transformation, from old states to new ones, of a generating function F(t, p, q')."""
def F3_to_K(F: Any, branch: int | None = ...) -> _Function_:
    """What is added to H o C to give the new Hamiltonian, of a generating function F(t, p, q')."""
def F4_to_CT(F: Any, branch: int | None = ...) -> _Function_:
    """The canonical transformation, from new states to old ones, of a generating function F(t, p, p')."""
def F4_to_C_inv(F: Any, branch: int | None = ...) -> _Function_:
    """The inverse canonical transformation, from old states to new ones, of a generating function F(t, p, p')."""
def F4_to_K(F: Any, branch: int | None = ...) -> _Function_:
    """What is added to H o C to give the new Hamiltonian, of a generating function F(t, p, p')."""
def Rx(angle: _Angle_) -> _Function_:
    """The rotation of three coordinates about the x axis."""
def Rx_matrix(angle: _Angle_) -> _Matrix_:
    """The matrix of a rotation about the x axis."""
def Ry(angle: _Angle_) -> _Function_:
    """The rotation of three coordinates about the y axis."""
def Ry_matrix(angle: _Angle_) -> _Matrix_:
    """The matrix of a rotation about the y axis."""
def Rz(angle: _Angle_) -> _Function_:
    """The rotation of three coordinates about the z axis."""
def Rz_matrix(angle: _Angle_) -> _Matrix_:
    """The matrix of a rotation about the z axis."""
def aggressive_atan_simplify(on: bool) -> None:
    """atan(a y, a x) = atan(y, x) without sines and cosines too: off, as the original's answers keep the factor."""
def auxiliary_variable_fetcher(analyzer: _Analyzer_) -> _Value_:
    """The procedure of the list of (variable kernel) that has been met."""
def bessj0(x: _Scalar_) -> _ScalarValue_:
    """The Bessel function of the first kind of order 0."""
def bessj1(x: _Scalar_) -> _ScalarValue_:
    """The Bessel function of the first kind of order 1."""
def bessy0(x: _Scalar_) -> _ScalarValue_:
    """The Bessel function of the second kind of order 0."""
def bessy1(x: _Scalar_) -> _ScalarValue_:
    """The Bessel function of the second kind of order 1."""
def bracket_max(f: _RealFunction_, start: _Real_, step: _Real_, max_tries: int = ...) -> tuple[Any, ...]:
    """Three places with a maximum between, sought with growing steps."""
def bracket_min(f: _RealFunction_, start: _Real_, step: _Real_, max_tries: int = ...) -> tuple[Any, ...]:
    """Three places with a minimum between, sought with growing steps."""
def brent_max(f: _RealFunction_, a: _Real_, b: _Real_, eps: _Real_) -> tuple[Any, ...]:
    """A maximum between two places by Brent's method, which is (list x (f x) count)."""
def brent_min(f: _RealFunction_, a: _Real_, b: _Real_, eps: _Real_) -> tuple[Any, ...]:
    """A minimum between two places by Brent's method, which is (list x (f x) count)."""
def commute_partials_simplify(on: bool) -> None:
    """Mixed partial derivatives of a literal function are one, however they are ordered."""
def default_simplifier(analyzer: _Analyzer_) -> _Value_:
    """The procedure that brings a value to the analyzer's canonical form."""
def divide_numbers_through_simplify(on: bool) -> None:
    """Numeric denominators become coefficients: (x + 1)/2 = 1/2 + x/2."""
def exponent_product_simplify(on: bool) -> None:
    """(x^a)^b = x^(a b)."""
def expression_analyzer(analyzer: _Analyzer_) -> _Value_:
    """The procedure of the form in which variables stand for kernels."""
def expression_simplifier(analyzer: _Analyzer_) -> _Value_:
    """That which does so by the auxiliary variables that have been met."""
def expt_half_to_sqrt(on: bool) -> None:
    """x^(1/2) = sqrt x."""
def golden_section_max(f: _RealFunction_, a: _Real_, b: _Real_, is_good: Any) -> tuple[Any, float, int]:
    """A maximum between two places, as (list x (f x) count), by golden section until a procedure is content."""
def golden_section_min(f: _RealFunction_, a: _Real_, b: _Real_, is_good: Any) -> tuple[Any, float, int]:
    """A minimum between two places, as (list x (f x) count), by golden section until a procedure is content."""
def half_angle_simplify(on: bool) -> None:
    """sin(x/2)^2 = (1 - cos x)/2: off, since the original's answers keep half angles."""
def identities_simplify(on: bool) -> None:
    """The shortest form by the addition theorems of sines, exponentials and hyperbolic functions, at real values of the symbols: cos a cos b + sin a sin b = cos(a - b), and what is proved to be zero is 0."""
def ignore_zero_simplify(on: bool) -> None:
    """|x^2| = x^2 for a real x; so the derivative of the magnitude at x^2, x^2/|x^2|, is 1, x = 0 ignored."""
def initializer(analyzer: _Analyzer_) -> _Value_:
    """The procedure that lets the analyzer forget its auxiliary variables."""
def inverse_simplify(on: bool) -> None:
    """asin(sin x) = x, acos(cos x) = x, atan(a sin x, a cos x) = x, atan(y/x) = atan(y, x)."""
def is_Cartan(value: object) -> bool:
    """Is this a Cartan object?"""
def is_basis(value: object) -> bool:
    """Is this a basis?"""
def is_coordinate_system(value: object) -> bool:
    """Is this a chart?"""
def is_difference(expression: object) -> bool:
    """Is this a difference?"""
def is_down(value: object) -> bool:
    """Is this a down tuple?"""
def is_even(value: object) -> bool:
    """Is this an even number?"""
def is_exact_integer(value: object) -> bool:
    """Is this an exact integer?"""
def is_exact_rational(value: object) -> bool:
    """Is this an exact rational number?"""
def is_exp(expression: object) -> bool:
    """Is this an exponential?"""
def is_expt(expression: object) -> bool:
    """Is this a power?"""
def is_form_field(value: object) -> bool:
    """Is this a form field?"""
def is_frame(value: object) -> bool:
    """Is this a frame of reference?"""
def is_geometric_algebra(value: object) -> bool:
    """Is this a geometric algebra?"""
def is_integer(value: object) -> bool:
    """Is this a whole number, exact or not?"""
def is_literal_function(value: object) -> bool:
    """Is this a literal function?"""
def is_log(expression: object) -> bool:
    """Is this a logarithm?"""
def is_manifold_point(value: object) -> bool:
    """Is this a point of a manifold?"""
def is_matrix(value: object) -> bool:
    """Is this a matrix?"""
def is_multivector(value: object) -> bool:
    """Is this a multivector?"""
def is_negative(value: object) -> bool:
    """Is this a negative number?"""
def is_number(value: object) -> bool:
    """Is this a number?"""
def is_odd(value: object) -> bool:
    """Is this an odd number?"""
def is_operator(value: object) -> bool:
    """Is this an operator?"""
def is_positive(value: object) -> bool:
    """Is this a positive number?"""
def is_product(expression: object) -> bool:
    """Is this a product?"""
def is_quaternion(value: object) -> bool:
    """Is this a quaternion?"""
def is_quotient(expression: object) -> bool:
    """Is this a quotient?"""
def is_rational(value: object) -> bool:
    """Is this a rational number? Every finite float is."""
def is_real(value: object) -> bool:
    """Is this a real number?"""
def is_series(value: object) -> bool:
    """Is this a series?"""
def is_sqrt(expression: object) -> bool:
    """Is this a square root?"""
def is_structure(value: object) -> bool:
    """Is this an up or a down tuple?"""
def is_sum(expression: object) -> bool:
    """Is this a sum?"""
def is_up(value: object) -> bool:
    """Is this an up tuple (or a vector)?"""
def log_exp_simplify(on: bool) -> None:
    """log(exp x) = x, log(x^a) = a log x, log(x/y) = log x - log y."""
def modulo(n: _Scalar_, d: _Scalar_) -> _ScalarValue_:
    """The remainder that has the sign of d."""
def poly_arg_scale(p: _Polynomial_ | _Scalar_, *values: _Scalar_) -> _Value_:
    """The polynomial of c x."""
def poly_arg_shift(p: _Polynomial_ | _Scalar_, *values: _Scalar_) -> _Value_:
    """The polynomial of x + c."""
def poly_arity(p: _Polynomial_ | _Scalar_) -> _Value_:
    """The number of variables."""
def poly_coefficients(p: _Polynomial_ | _Scalar_) -> _Value_:
    """The coefficients, falling."""
def poly_degree(p: _Polynomial_ | _Scalar_) -> _Value_:
    """The degree by the first variable."""
def poly_derivative(p: _Polynomial_ | _Scalar_) -> _Value_:
    """The derivative."""
def poly_divide(p: _Polynomial_ | _Scalar_, q: _Polynomial_ | _Scalar_, receiver: _Callable_[..., Any] | None = ...) -> _Value_:
    """Quotient and remainder."""
def poly_from_dense(coefficients: _Values_) -> _Value_:
    """The polynomial of these coefficients."""
def poly_gcd(*polynomials: _Polynomial_ | _Scalar_) -> _Value_:
    """The greatest common divisor."""
def poly_new_variables(n: int) -> _Value_:
    """The n variables of polynomials in n."""
def poly_quotient(p: _Polynomial_ | _Scalar_, q: _Polynomial_ | _Scalar_) -> _Value_:
    """The quotient."""
def poly_to_dense(p: _Polynomial_ | _Scalar_) -> _Value_:
    """The coefficients, that of the constant term first."""
def poly_value(p: _Polynomial_ | _Scalar_, *values: _Scalar_) -> _Value_:
    """The value at these values of the variables."""
def quotient(n: _Scalar_, d: _Scalar_) -> _ScalarValue_:
    """The quotient of whole numbers without its fractional part."""
def remainder(n: _Scalar_, d: _Scalar_) -> _ScalarValue_:
    """What quotient leaves, with the sign of n."""
def rotate_x(angle: _Angle_) -> _Function_:
    """The product with the linear map of up tuples that rotates about the x axis."""
def rotate_x_matrix(angle: _Angle_) -> _Matrix_:
    """The matrix of a rotation about the x axis."""
def rotate_x_matrix_2(c: _Scalar_, s: _Scalar_) -> _Matrix_:
    """The matrix of a rotation about the x axis, by the cosine and the sine of its angle."""
def rotate_x_tuple(angle: _Angle_) -> _Down_:
    """The linear map of up tuples that rotates about the x axis, a down tuple of columns."""
def rotate_y(angle: _Angle_) -> _Function_:
    """The product with the linear map of up tuples that rotates about the y axis."""
def rotate_y_matrix(angle: _Angle_) -> _Matrix_:
    """The matrix of a rotation about the y axis."""
def rotate_y_matrix_2(c: _Scalar_, s: _Scalar_) -> _Matrix_:
    """The matrix of a rotation about the y axis, by the cosine and the sine of its angle."""
def rotate_y_tuple(angle: _Angle_) -> _Down_:
    """The linear map of up tuples that rotates about the y axis, a down tuple of columns."""
def rotate_z(angle: _Angle_) -> _Function_:
    """The product with the linear map of up tuples that rotates about the z axis."""
def rotate_z_matrix(angle: _Angle_) -> _Matrix_:
    """The matrix of a rotation about the z axis."""
def rotate_z_matrix_2(c: _Scalar_, s: _Scalar_) -> _Matrix_:
    """The matrix of a rotation about the z axis, by the cosine and the sine of its angle."""
def rotate_z_tuple(angle: _Angle_) -> _Down_:
    """The linear map of up tuples that rotates about the z axis, a down tuple of columns."""
def sin_cos_simplify(on: bool) -> None:
    """Exact sines and cosines of multiples of a symbolic pi, ``(sin (/ ':pi 6))``."""
def split_polynomial(p: _Polynomial_ | _Scalar_) -> _Value_:
    """The constant, and the square-free factors of multiplicity 1, 2, ..."""
def sqrt_expt_simplify(on: bool) -> None:
    """sqrt(x^2) = x."""
def sqrt_factor_simplify(on: bool) -> None:
    """sqrt(x y) = sqrt x sqrt y, sqrt(x/y) = sqrt x / sqrt y."""
def trig_fewest_terms_simplify(on: bool) -> None:
    """Of sin^2 and cos^2 the one that leaves the fewest terms, sin^2 where both leave as many: off, since the original's answers write sin^2 as 1 - cos^2."""
def trig_product_to_sum_simplify(on: bool) -> None:
    """Products and powers of sines and cosines as sums over multiple angles."""
def whole_sines_simplify(on: bool) -> None:
    """a sin^2 for every a - a cos^2, as in the pages of SICM and FDG: off in text, as in the recorded answers of the original, and on in what is typeset (show-expression, TeX)."""
derivative: _Operator
"""The derivative."""
determinant: _Operation
"""Determinant of a square matrix or 2-tensor."""
differential_of_map = _differential_of_map
div: _Operation
"""Generic quotient, or the inverse of one argument; division by an exact zero is an error."""
divide_numbers_through: _RuleSet
"""Numeric denominators become coefficients, term by term: (x + 4 y) / 2 = 1/2 x + 2 y."""
dot_product: _Operation
"""Sum of products of corresponding components."""
drop1 = _drop1
dual_zero = _dual_zero
e_a: _VectorField
"""The field of rotations about the principal axis a, on the chart of Euler angles."""
e_b: _VectorField
"""The field of rotations about the principal axis b, on the chart of Euler angles."""
e_c: _VectorField
"""The field of rotations about the principal axis c, on the chart of Euler angles."""
e_x: _VectorField
"""The field of rotations about the axis of space x, on the chart of Euler angles."""
e_y: _VectorField
"""The field of rotations about the axis of space y, on the chart of Euler angles."""
e_z: _VectorField
"""The field of rotations about the axis of space z, on the chart of Euler angles."""
elliptic_integral_E: _Operation
"""The elliptic integral of the second kind."""
elliptic_integral_F: _Operation
"""The elliptic integral of the first kind."""
erf: _Operation
"""The error function."""
erfc: _Operation
"""The complementary error function, 1 - erf."""
erfi: _Operation
"""The error function of an imaginary argument, -i erf(i x)."""
euler_gamma: float
"""Euler's constant, the limit of 1 + 1/2 + ... + 1/n - log n."""
exact_to_inexact: _Operation
"""The floating-point number nearest to an exact one."""
exp10: _Function
"""The power of 10."""
exp2: _Function
"""The power of 2."""
exp: _Operation
"""Exponential."""
exp_contract: _RuleSet
"""Products of exponentials as one: exp(x) exp(y) = exp(x + y), exp(x)^n = exp(n x), 1 / exp(x) = exp(-x)."""
exp_expand: _RuleSet
"""Exponentials of sums as products: exp(x + y) = exp(x) exp(y), exp(n x) = exp(x)^n, exp(-x) = 1 / exp(x)."""
exp_series: _Series
"""The power series of exp."""
exp_to_sincos: _RuleSet
"""Exponentials of complex multiples by sine and cosine: exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x))."""
expand_multiangle: _RuleSet
"""Sines and cosines of sums and multiples: sin(x + y) = sin x cos y + cos x sin y, cos 2x = cos^2 x - sin^2 x."""
exponent_contract: _RuleSet
"""Powers of one base merged: x^m x^n = x^(m+n); (x^m)^n = x^(m n) for a whole n, or for x > 0 and a real m."""
exponential_integral: _Operation
"""The exponential integral, Ei."""
expression: _Operation
"""The S-expression that stands for a value: what the printers show."""
expression_of: _Operation
"""The S-expression that stands for a value: what the printers show."""
expression_to_infix = _expression_to_infix
expression_to_tex_string = _expression_to_tex_string
expt: _Operation
"""Generic power, the principal one where there are several; x^0 is 1."""
exterior_derivative: _Operator
"""The exterior derivative: of a function the one-form with (d f)(v) = v(f), of a k-form a (k + 1)-form."""
false_position_search = _false_position_search
ff_zero: _FormField
"""The one-form that is zero everywhere."""
floor: _Operation
"""The greatest whole number that is not greater than x; of a float a float."""
flush_obvious_ones: _RuleSet
"""sin^2 + cos^2 = 1 among the terms of a sum."""
fpf_analyzer: _Analyzer
"""The analyzer of flat polynomials: sums of products, quotients being kernels."""
from_sympy: _Operation
"""The value of a SymPy object, or of a list, tuple, set or dictionary of such."""
full_pivot_solve = _full_pivot_solve
full_pivot_solve_linear_system = _full_pivot_solve_linear_system
full_simplify = _full_simplify
function_to_one_form_field: _Operator
"""The exterior derivative: of a function the one-form with (d f)(v) = v(f), of a k-form a (k + 1)-form."""
gamma_function: _Operation
"""Euler's Gamma function; of a positive integer n the factorial of n - 1."""
gauss_jordan_solve = _gauss_jordan_solve
gauss_jordan_solve_linear_system = _gauss_jordan_solve_linear_system
generate_list = _generate_list
get_expression_tex = _get_expression_tex
get_pointer_coordinates = _get_pointer_coordinates
golden_ratio: float
"""The golden ratio, (1 + sqrt 5) / 2."""
graphics_draw_line = _graphics_draw_line
graphics_draw_point = _graphics_draw_point
half_angle: _RuleSet
"""Squares and tangents of half angles: sin^2(x/2) = (1 - cos x) / 2, tan(x/2) = sin x / (1 + cos x)."""
hyperbolic_cosine_integral: _Operation
"""The hyperbolic cosine integral, Chi; of positive numbers it is real."""
hyperbolic_sine_integral: _Operation
"""The hyperbolic sine integral, Shi."""
identity: _Function
"""The identity function."""
identity_like: _Operation
"""The identity of this type's composition."""
imag_part: _Operation
"""Imaginary part."""
inexact: _Operation
"""The floating-point number nearest to an exact one."""
inexact_to_exact = _inexact_to_exact
integer_part: _Operation
"""The number without its fractional part; of a float a float."""
invert: _Operation
"""Generic multiplicative inverse."""
is_2_tensor = _is_2_tensor
is_canonical_H = _is_canonical_H
is_m_identity = _is_m_identity
is_m_zero = _is_m_zero
is_v_zero = _is_v_zero
jacobi_am: _Operation
"""Jacobi's amplitude, the angle phi with F(phi, k) = u."""
jacobi_cn: _Operation
"""Jacobi's elliptic function cn, the cosine of the amplitude."""
jacobi_dn: _Operation
"""Jacobi's elliptic function dn, the derivative of the amplitude."""
jacobi_sn: _Operation
"""Jacobi's elliptic function sn, the sine of the amplitude."""
lagrange_interpolation_function = _lagrange_interpolation_function
literal_real = _literal_real
literal_scalar_field = _literal_scalar_field
ln10: float
"""The natural logarithm of 10."""
ln2: float
"""The natural logarithm of 2."""
local_state_derivative = _local_state_derivative
log10: _Function
"""The logarithm to the base 10, exact of exact powers."""
log1p: _Operation
"""The logarithm of 1 + x, with all digits where x is small."""
log2: _Function
"""The logarithm to the base 2, exact of exact powers."""
log: _Operation
"""Principal natural logarithm, its imaginary part above -pi and up to pi; (log x b) is that to the base b."""
log_contract: _RuleSet
"""Sums of logarithms as one: log(x) + log(y) = log(x y), n log(x) = log(x^n) for a whole number n."""
log_expand: _RuleSet
"""Logarithms of products, quotients and powers as sums: log(x y) = log(x) + log(y), log(x^n) = n log(x)."""
log_extra: _RuleSet
"""Factors into logarithms: y log(x) = log(x^y) for x > 0 and a real y."""
log_gamma: _Operation
"""The logarithm of the Gamma function, without its turns."""
logarithmic_integral: _Operation
"""The logarithmic integral, li."""
logexp: _RuleSet
"""Exponential and logarithm undo each other: exp(log x) = x, exp(a log x) = x^a, log(exp x) = x for a real x."""
logexp_to_specfun: _RuleSet
"""Exponentials of rational multiples of logarithms as powers and roots: exp(1/2 log x) = sqrt(x)."""
lower_gamma: _Operation
"""The lower incomplete Gamma function."""
m_ref = _m_ref
machine_epsilon: float
"""The distance from 1 to the next float, 2^-52."""
magsimp: _RuleSet
"""Magnitudes: |x y| = |x| |y|, |x / y| = |x| / |y|, |x^n| = |x|^n, |x|^2 = x^2 for a real x."""
make_display_frame = _make_display_frame
make_four_tuple = _make_four_tuple
make_quaternion = _make_quaternion
make_variation = _make_variation
matrix_generate = _matrix_generate
metric_to_connection_1 = _metric_to_connection_1
metric_to_connection_2 = _metric_to_connection_2
minus_pi: _Application
"""The angle -π, exact; a float where one is asked for."""
minus_pi_over_2: _Application
"""The angle -π/2, exact; a float where one is asked for."""
minus_pi_over_3: _Application
"""The angle -π/3, exact; a float where one is asked for."""
minus_pi_over_4: _Application
"""The angle -π/4, exact; a float where one is asked for."""
minus_pi_over_6: _Application
"""The angle -π/6, exact; a float where one is asked for."""
minus_two_pi: _Application
"""The angle -2π, exact; a float where one is asked for."""
miscsimp: _RuleSet
"""Trivial and half powers, nested quotients: x^1 = x, x^(1/2) = sqrt(x), (x / y) / z = x / (y z)."""
momenta: _Function
"""The momenta of a phase-space state."""
momentum: _Function
"""The momenta of a phase-space state."""
momentum_tuple = _momentum_tuple
mul: _Operation
"""Generic product; contraction or outer product of structures, composition of operators."""
n1form_field_to_vector_field = _n1form_field_to_vector_field
negate: _Operation
"""Generic negative."""
number_of_combinations = _number_of_combinations
o_identity: _Operator
"""The operator that leaves its argument alone."""
one: int
"""The number 1."""
one_like: _Operation
"""The multiplicative identity of this type and shape."""
one_manifold_function: _ManifoldFunction
"""The function that is 1 everywhere."""
partial_derivative = _partial_derivative
path_to_state_path = _path_to_state_path
pe = _pe
pet = _pet
phase_space_derivative = _phase_space_derivative
pi: _Symbol
"""The angle π, exact; a float where one is asked for."""
pi_over_2: _Application
"""The angle π/2, exact; a float where one is asked for."""
pi_over_3: _Application
"""The angle π/3, exact; a float where one is asked for."""
pi_over_4: _Application
"""The angle π/4, exact; a float where one is asked for."""
pi_over_6: _Application
"""The angle π/6, exact; a float where one is asked for."""
plot_frame = _plot_frame
poly_identity: _Polynomial
"""The polynomial that is the variable."""
polygamma: _Operation
"""The derivative of order n + 1 of the logarithm of the Gamma function; (polygamma 0 x) is the digamma function."""
polylogarithm: _Operation
"""The polylogarithm of an order; that of order 2 is the dilogarithm."""
powers_merged: _RuleSet
"""Powers of one base merged, roots and quotients among them: x^m / x^n = x^(m-n), sqrt(x) x^n = x^(n + 1/2)."""
procedure_to_one_form_field = _procedure_to_one_form_field
q_1: _Matrix
"""The 4 by 4 matrix of the quaternion 1."""
q_i: _Matrix
"""The 4 by 4 matrix of the quaternion i."""
q_j: _Matrix
"""The 4 by 4 matrix of the quaternion j."""
q_k: _Matrix
"""The 4 by 4 matrix of the quaternion k."""
quaternion_to_3vector = _quaternion_to_3vector
qv_to_state_path = _qv_to_state_path
raise1 = _raise1
real_part: _Operation
"""Real part."""
s_map_over_l = _s_map_over_l
s_ref = _s_ref
scheme_text = _scheme_text
se = _se
se3_generators: _Down
"""The generators of rotations about x, y and z, then of translations along them: they act on up(x, y, z, 1)."""
sec: _Operation
"""Secant."""
sech: _Operation
"""Hyperbolic secant."""
series_identity: _Series
"""The power series of x itself."""
series_one: _Series
"""The power series of the number 1."""
series_zero: _Series
"""The power series of the number 0."""
set_ode_integration_method_bang = _set_ode_integration_method_bang
sigma_x: _Matrix
"""The Pauli matrix of the x axis."""
sigma_y: _Matrix
"""The Pauli matrix of the y axis."""
sigma_z: _Matrix
"""The Pauli matrix of the z axis."""
simplify_square_roots: _RuleSet
"""Roots of powers, powers of roots, and quotients of a root and what is under it: x / sqrt(x) = sqrt(x)."""
simsqrt: _RuleSet
"""Roots of powers, powers of roots, and quotients of a root and what is under it: x / sqrt(x) = sqrt(x)."""
sin: _Operation
"""Sine."""
sin_2_to_cos_2: _RuleSet
"""Higher powers of sines by cosines: sin^n = sin^(n-2) (1 - cos^2)."""
sin_series: _Series
"""The power series of sin."""
sin_sq_to_cos_sq: _RuleSet
"""Higher powers of sines by cosines: sin^n = sin^(n-2) (1 - cos^2)."""
sincos_flush_ones: _RuleSet
"""sin^2 + cos^2 = 1, also with a common factor: f sin^2 + f cos^2 = f."""
sincos_random: _RuleSet
"""What is left of the identity: 1 - cos^2 = sin^2, 1 - sin^2 = cos^2, n - n cos^2 = n sin^2."""
sincos_to_exp1: _RuleSet
"""Sine and cosine by exponentials of i x and -i x: sin x = (exp(i x) - exp(-i x)) / 2i."""
sincos_to_exp2: _RuleSet
"""Sine and cosine by one exponential: sin x = (exp(i x) - 1 / exp(i x)) / 2i."""
sincos_to_trig: _RuleSet
"""Quotients of a sine and the cosine of the same angle as a tangent."""
sine_integral: _Operation
"""The sine integral, Si."""
sinh: _Operation
"""Hyperbolic sine."""
sinh_series: _Series
"""The power series of sinh."""
so3_basis: _Basis
"""Rotations about the axes of space: spatial angular velocities are its quasi-velocities."""
so3_generators: _Down
"""The generators of rotations about the axes x, y and z: E_i v = e_i x v, a down tuple of matrices."""
so3p_basis: _Basis
"""Rotations about the principal axes: body angular velocities are its quasi-velocities."""
spacetime: _Manifold
"""The space of events, of four dimensions."""
spacetime_rect: _CoordinateChart
"""Rectangular coordinates (t, x, y, z) of events."""
spacetime_sphere: _CoordinateChart
"""Spherical coordinates (t, r, theta, phi) of events."""
specfun_to_logexp: _RuleSet
"""Roots, powers, inverse trigonometric and hyperbolic functions by exponentials and logarithms."""
special_trig: _RuleSet
"""Sines, cosines and tangents at multiples of the symbol :pi, and whole multiples of it out of sums."""
split_high_degree_sincos: _RuleSet
"""Powers of sines and cosines with a square apart: sin^n = sin^2 sin^(n-2) for n > 2."""
sqrt: _Operation
"""Principal square root, its real part not negative; exact where it can be."""
sqrt_contract: _RuleSet
"""Products and quotients of roots as one: sqrt(x) sqrt(y) = sqrt(x y), sqrt(x) / sqrt(y) = sqrt(x / y)."""
sqrt_expand: _RuleSet
"""Roots of products, quotients and powers taken apart: sqrt(x y) = sqrt(x) sqrt(y), sqrt(x^2) = x."""
sqrt_machine_epsilon: float
"""The square root of the machine epsilon."""
square: _Operation
"""Square; of an up or down tuple the sum of the squares of its components."""
state_to_p: _Function
"""The momenta of a phase-space state."""
state_to_q: _Function
"""The coordinates of a local tuple."""
state_to_qddot: _Function
"""The accelerations of a local tuple."""
state_to_qdot: _Function
"""The velocities of a local tuple."""
state_to_t: _Function
"""The time of a local tuple."""
sub: _Operation
"""Generic difference, or the negative of one argument."""
symb_addends = _symb_addends
symb_denominator = _symb_denominator
symb_multiplicands = _symb_multiplicands
symb_numerator = _symb_numerator
tan: _Operation
"""Tangent."""
tan_series: _Series
"""The power series of tan."""
tanh: _Operation
"""Hyperbolic tangent."""
tensor_product2: _Operation
"""The tensor product of two forms or tensors of vector fields, of as many fields as both take; in Python ``v @ w``."""
the_ether: _Frame
"""The inertial frame at the root of all others."""
the_real_line: _CoordinateChart
"""The coordinate x of the real line."""
three: int
"""The number 3."""
three_vector_components_to_antisymmetric = _three_vector_components_to_antisymmetric
time: _Function
"""The time of a local tuple."""
to_sympy: _Operation
"""The SymPy form of a value: expression, structure, matrix, quaternion, function, series, or a container of such."""
trace: _Operation
"""Trace of a square matrix or 2-tensor."""
transpose_function = _transpose_function
trig_product_to_sum: _RuleSet
"""Products of sines and cosines as sums: sin x sin y = (cos(x - y) - cos(x + y)) / 2."""
trig_special: _RuleSet
"""Sines, cosines and tangents at multiples of the symbol :pi, and whole multiples of it out of sums."""
trig_sum_to_product: _RuleSet
"""Sums of two sines or cosines as products: sin x + sin y = 2 sin((x + y) / 2) cos((x - y) / 2)."""
trig_to_sincos: _RuleSet
"""tan, cot, sec and csc by sine and cosine."""
trigcontract = _trigcontract
triginv: _RuleSet
"""sin(asin x) = x, cos(asin x) = sqrt(1 - x^2), ...; asin(sin x) = x on its range; atan(y/x) = atan(y, x)."""
truncate: _Operation
"""The number without its fractional part; of a float a float."""
two: int
"""The number 2."""
two_pi: _Application
"""The angle 2π, exact; a float where one is asked for."""
universal_reductions: _RuleSet
"""What is always useful: exponentials of logarithms, roots of powers, magnitudes, powers merged."""
up_to_vector = _up_to_vector
upper_gamma: _Operation
"""The upper incomplete Gamma function."""
v_inner_product = _v_inner_product
v_mean = _v_mean
v_standard_deviation = _v_standard_deviation
v_variance = _v_variance
vector_field_to_1form_field = _vector_field_to_1form_field
vector_to_column_matrix = _vector_to_column_matrix
vee: _Operation
"""Regressive product of two multivectors: the complement of the outer product of their complements."""
velocities: _Function
"""The velocities of a local tuple."""
velocity: _Function
"""The velocities of a local tuple."""
velocity_tuple = _velocity_tuple
vf_zero: _Derivation
"""The vector field that is zero everywhere."""
wedge2: _Operation
"""Exterior product of two forms, outer product of two multivectors."""
zero: int
"""The number 0."""
zero_like: _Operation
"""The additive identity of this type and shape."""
zero_manifold_function: _ManifoldFunction
"""The function that is 0 everywhere."""
zeta_derivative: _Operation
"""The derivative of an order of Riemann's zeta function."""
zeta_function: _Operation
"""Riemann's zeta function."""
