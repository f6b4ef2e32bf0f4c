package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CartTest {

  private final Cart cart = new Cart();

  @Test
  void anEmptyCartCostsNothing() {
    assertEquals(0, cart.total());
  }

  @Test
  void pricesAddUp() {
    cart.add(250);
    cart.add(199);
    assertEquals(449, cart.total());
  }

  @Test
  void aCouponLowersTheTotal() {
    cart.add(1000);
    cart.coupon(15);
    assertEquals(850, cart.total());
  }

  @Test
  void aNegativePriceIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> cart.add(-1));
  }
}
