"""What has tensor products: forms, and tensors as functions of fields. The product is declared here, and made above."""

from __future__ import annotations

from typing import Any

from scmpy.generic.dispatch import binary
from scmpy.registry import register

tensor_product2 = binary(
    "tensor-product2",
    """The tensor product of two forms or tensors of vector fields, of as many fields as both take; in Python ``v @ w``.

    Scheme:  (tensor-product2 v w)
    Math:    (v w)(X.., Y..) = v(X..) w(Y..)
    Source:  FDG 5
    >>> from scmpy import *
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> t, m = tensor_product2(dx, dy), R2_rect.point(*symbols("a b"))
    >>> t(d_dx, d_dy)(m), (dx @ dy)(d_dy, d_dx)(m)
    (1, 0)
    """,
)
register("tensor-product2", tensor_product2)


class TensorFactor:
    """What has tensor products, written ``v @ w`` in Python."""

    __slots__ = ()

    def __matmul__(self, other: Any) -> Any:
        return tensor_product2(self, other)
