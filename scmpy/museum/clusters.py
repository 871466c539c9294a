"""Clusters of objects with a distance: the two nearest ones are merged until one is left, the tree of them all.

A cluster is a list of its elements, its diameter, and the two clusters that it was made of.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.finite import finite_real
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Value, Values

MOST_OBJECTS = Limit("most-clustered-objects", 2_000, "Objects that are joined to clusters.")

#: Elements, diameter, parts.
Cluster = tuple[tuple[Any, ...], Any, tuple[Any, ...]]


def _cluster(value: Any, operation: str) -> Cluster:
    parts = items(value, operation)
    if len(parts) != 3:
        raise WrongTypeError(f"{operation} expects a cluster: elements, diameter and parts; got {describe(value)}")
    return items(parts[0], operation), parts[1], items(parts[2], operation)


@public("cluster")
def cluster(objects: Values, separation: Callable[[Any, Any], Any], distance: Callable[[Any, Any], Any]) -> Value:
    """The tree of clusters of objects, in a list; of the separations of clusters the smallest are closed first.

    Scheme:  (cluster objects separation distance), (cluster objects (set-separation distance) distance)
    Shapes:  separation: of two clusters;  distance: of two objects;  result: a list of one cluster
    Raises:  LimitError for more objects than most-clustered-objects
    >>> cluster([1, 2, 9], set_separation(lambda x, y: abs(x - y)), lambda x, y: abs(x - y))[0][0]
    (1, 2, 9)
    """
    name = "cluster"
    given = items(objects, name)
    MOST_OBJECTS.check(len(given), name)
    clusters: list[Cluster] = [((x,), 0, ()) for x in given]
    known: dict[tuple[int, int], Any] = {}

    def apart(pair: tuple[Cluster, Cluster]) -> Any:
        key = id(pair[0]), id(pair[1])
        if key not in known:
            known[key] = finite_real(separation(*pair), name)
        return known[key]

    kept = list(clusters)  # so that no two have had one id
    while len(clusters) > 1:
        nearest = min(combinations(clusters, 2), key=apart)
        merged = _merged(nearest, distance, name)
        kept.append(merged)
        clusters = [merged, *(each for each in clusters if each is not nearest[0] and each is not nearest[1])]
    return tuple(clusters)


def _merged(pair: Any, distance: Callable[[Any, Any], Any], operation: str) -> Cluster:
    one, other = (_cluster(each, operation) for each in pair)
    across = (finite_real(distance(x, y), operation) for x in one[0] for y in other[0])
    return (*one[0], *other[0]), max(*across, one[1], other[1]), tuple(pair)


@public("merge-2-clusters")
def merge_2_clusters(clusters: Values, distance: Callable[[Any, Any], Any]) -> Cluster:
    """The cluster of two clusters.

    Scheme:  (merge-2-clusters (list cluster1 cluster2) distance)
    Raises:  WrongTypeError unless there are two
    >>> merge_2_clusters([((1,), 0, ()), ((4,), 0, ())], lambda x, y: abs(x - y))
    ((1, 4), 3, (((1,), 0, ()), ((4,), 0, ())))
    """
    name = "merge-2-clusters"
    pair = items(clusters, name)
    if len(pair) != 2:
        raise WrongTypeError(f"{name} expects two clusters, got {describe(clusters)}")
    return _merged(pair, distance, name)


@public("set-separation")
def set_separation(distance: Callable[[Any, Any], Any]) -> Function:
    """The separation of two clusters: the smallest distance of an object of one from one of the other.

    Scheme:  ((set-separation distance) cluster1 cluster2)
    >>> set_separation(lambda x, y: abs(x - y))(((1, 2), 1, ()), ((4,), 0, ()))
    2
    """
    name = "set-separation"

    def separation(one: Any, other: Any) -> Any:
        elements = (_cluster(each, name)[0] for each in (one, other))
        xs, ys = (each if each else (None,) for each in elements)
        return min(finite_real(distance(x, y), name) for x in xs for y in ys)

    return Function(separation, name)


def _part(k: int, name: str, what: str) -> None:
    def part(value: Cluster) -> Value:
        return _cluster(value, name)[k]

    part.__doc__ = f"""The {what} of a cluster.

    Scheme:  ({name} cluster)
    >>> from scmpy import {name.replace("-", "_")}
    >>> {name.replace("-", "_")}(((1, 2), 1, ()))
    {((1, 2), 1, ())[k]}
    """
    public(name)(part)


for _k, (_name, _what) in enumerate(
    (
        ("cluster-elements", "elements"),
        ("cluster-diameter", "diameter"),
        ("cluster-subclusters", "two parts, none of an object"),
    )
):
    _part(_k, _name, _what)
