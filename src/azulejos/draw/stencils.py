"""Drawings as data, for the scripts of a page that keep them up to date.

A stencil is an element with placeholders, `{x}`, in its attributes and texts. It is made by the
function that draws the element, given placeholders in place of coordinates, colours and numbers;
so a script that fills them in draws what the service draws.
"""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

#: [tag, {attribute: text}, child or text, …], as JSON can hold it.
Stencil = list[Any]


def stencil(element: Element) -> Stencil:
    """Return an element as plain data."""
    text = [element.text] if element.text else []
    return [element.tag, dict(element.attrib), *text, *(stencil(child) for child in element)]


def for_scripts(elements: Mapping[str, Element], places: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a page tells its scripts: stencils by name, and the places to put them."""
    stencils = {name: stencil(element) for name, element in elements.items()}
    return {"stencils": stencils, "places": dict(places)}
