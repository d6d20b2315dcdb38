"""Limits of a service."""

from dataclasses import fields

import pytest

from labcore.errors import ParameterError
from labcore.service.limits import Limits


@pytest.mark.parametrize("name", [field.name for field in fields(Limits)])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_a_limit_is_above_zero(name, value):
    """A limit of nothing, or of no number, would refuse everything or nothing."""
    with pytest.raises(ParameterError, match=f"{name}: a limit is above zero"):
        Limits(**{name: value})
