package shop;

import java.util.ArrayList;
import java.util.List;

/** A shopping cart whose prices are cents. */
public final class Cart {

  private final List<Long> prices = new ArrayList<>();
  private long couponPercent;

  public void add(long cents) {
    if (cents < 0) {
      throw new IllegalArgumentException("expected a price of at least 0, found " + cents);
    }
    prices.add(cents);
  }

  public void coupon(long percent) {
    couponPercent = percent;
  }

  public long total() {
    long sum = prices.stream().mapToLong(Long::longValue).sum();
    return sum - sum * couponPercent / 100;
  }
}
