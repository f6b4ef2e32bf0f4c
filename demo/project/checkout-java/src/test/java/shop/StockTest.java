package shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StockTest {

  @Test
  void aReservationHolds() throws Exception {
    assertTrue(new Stock(Path.of("target", "reservation")).reserve());
  }

  @Test
  void anUntouchedStockIsEmpty() {
    assertTrue(Path.of("target").toFile().isDirectory());
  }
}
