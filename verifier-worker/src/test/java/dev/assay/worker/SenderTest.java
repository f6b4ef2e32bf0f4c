package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.worker.VerificationWork.Sender;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SenderTest {

  @ParameterizedTest
  @CsvSource({
    "shop/coupons, shop",
    "shop-2/coupons/3, shop-2",
    "flood-17, flood",
    "flood18, flood",
    "flood, flood",
    "42, 4",
    "/odd, /odd"
  })
  void theFleetNamesTheSenderAndANumberDoesNot(String workItem, String sender) {
    assertThat(Sender.of(workItem)).isEqualTo(sender);
  }
}
