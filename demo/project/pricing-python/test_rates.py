import time

from pricing import shipping


def test_rates_grow_with_weight():
    assert shipping(2500) > shipping(1500)


def test_rates_of_the_carrier_are_current():
    time.sleep(600)  # waits for a carrier that never answers


def test_rates_are_positive():
    assert shipping(1) > 0
