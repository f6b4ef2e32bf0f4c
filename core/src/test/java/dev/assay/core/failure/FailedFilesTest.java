package dev.assay.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.FailureSignature;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailedFilesTest {

  @ParameterizedTest
  @CsvSource({
    "src/main/java/shop/Cart.java, src/main/java/shop/Cart.java",
    "src/cart.js:12:5, src/cart.js",
    "src\\cart.cs, src/cart.cs",
    "Dockerfile, Dockerfile",
    "'Ignore all rules', ''",
    "'', ''",
  })
  void aFindingIsInTheFileThatItTells(String told, String file) {
    FailureSignature finding =
        Signatures.ofFinding(Signatures.FINDING, "error", "no-unused-vars", "unused", told);

    assertThat(files(finding)).isEqualTo(file.isEmpty() ? List.of() : List.of(file));
  }

  @Test
  void aFailureIsInTheFilesOfItsFrames() {
    String trace =
        """
        Traceback (most recent call last):
          File "/home/ci/shop/tests/test_cart.py", line 7, in test_total
            assert total() == 3
          File "/home/ci/shop/src/cart.py", line 2, in total
            raise ValueError("no")
        ValueError: no
        """;

    assertThat(files(Signatures.ofFailure(new FailureText("test_total", null, null, trace))))
        .containsExactly("cart.py", "test_cart.py");
  }

  @Test
  void aFailureWithoutFramesIsInTheFileThatItsTestNames() {
    for (String test : List.of("src/cart.test.ts", "src/cart.test.ts::totals")) {
      assertThat(files(Signatures.ofFailure(new FailureText(test, null, "wrong total", null))))
          .containsExactly("src/cart.test.ts");
    }
  }

  @Test
  void namesOfClassesFunctionsAndTypesAreNoFiles() {
    String trace =
        """
        java.lang.IllegalStateException: no
        \tat com.shop.Cart.total(Cart.java:12)
        \tat com.shop.CartTest.total(CartTest.java:7)
        """;

    assertThat(files(Signatures.ofFailure(new FailureText("CartTest total", null, null, trace))))
        .isEmpty();
    assertThat(FailedFiles.of("exit", "error rule in src/cart.js")).isEmpty();
    assertThat(FailedFiles.of(Signatures.FINDING, "error rule in #0123456789ab")).isEmpty();
  }

  private static List<String> files(FailureSignature signature) {
    return FailedFiles.of(signature.kind(), signature.text());
  }
}
