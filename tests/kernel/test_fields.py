"""What a state is made of, and the names that files know its fields by."""

from __future__ import annotations

import pytest

from viermot.kernel.fields import written_names


class Night:
    turn: int
    units: list[int]


def test_a_field_is_written_under_its_own_name_unless_files_have_another() -> None:
    assert written_names(Night, {}) == {"turn": "turn", "units": "units"}
    assert written_names(Night, {"units": "u_place"}) == {"turn": "turn", "units": "u_place"}


def test_a_name_of_no_field_is_refused() -> None:
    with pytest.raises(ValueError, match="Night has no field raids"):
        written_names(Night, {"raids": "r_kind"})


def test_two_fields_are_never_written_under_one_name() -> None:
    with pytest.raises(ValueError, match="two fields of Night"):
        written_names(Night, {"units": "turn"})
