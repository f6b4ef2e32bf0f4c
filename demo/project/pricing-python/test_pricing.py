import pytest

from pricing import rounded, shipping


@pytest.mark.parametrize("cents, expected", [(100, 100), (102, 100), (103, 105), (104, 105)])
def test_prices_are_rounded_to_five_cents(cents, expected):
    assert rounded(cents, 5) == expected


def test_a_light_parcel_has_one_price():
    assert shipping(999) == 390


def test_a_parcel_without_weight_is_refused():
    with pytest.raises(ValueError):
        shipping(0)
