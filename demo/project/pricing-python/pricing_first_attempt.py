"""Prices in cents, as the first attempt left them."""


def rounded(cents: int, step: int) -> int:
    """The multiple of step nearest to cents; halves go up."""
    return cents // step * step


def shipping(grams: int) -> int:
    """Cents for a parcel of that weight."""
    if grams <= 0:
        raise ValueError(f"expected a weight above 0, found {grams}")
    return 390 if grams <= 1000 else 390 + (grams - 1) // 1000 * 120
