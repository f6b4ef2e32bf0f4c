package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work items by the beginning of their id. */
class WorkItemPrefixTest {

  private final TestSystem system;

  WorkItemPrefixTest(@TempDir Path directory) throws Exception {
    this.system = new TestSystem(directory);
  }

  @AfterEach
  void stop() {
    system.close();
  }

  @Test
  void theBeginningOfAnIdNamesTheOnlyWorkItemThatHasIt() {
    system.ask("shop/cart-1", "One?");
    system.ask("shop/cart-12", "Two?");
    system.ask("shop/pay", "Three?");

    TestSystem.Ran part = system.run("work-items", "show", "shop/p");
    TestSystem.Ran whole = system.run("work-items", "shop/cart-1");
    TestSystem.Ran several = system.run("work-items", "show", "shop/cart");
    TestSystem.Ran none = system.run("explain", "shop/x");
    TestSystem.Ran explained = system.run("explain", "shop/p");
    TestSystem.Ran listed = system.run("work-items", "list");

    assertThat(part.output()).as(part.errors()).contains("work item  shop/pay");
    assertThat(whole.output())
        .as("a whole id is itself, whatever it begins")
        .contains("work item  shop/cart-1\n");
    assertThat(several.exitCode()).isEqualTo(3);
    assertThat(several.errors()).contains("[AMBIGUOUS_ID]", "shop/cart-1", "shop/cart-12");
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.errors()).contains("[NOT_FOUND]");
    assertThat(explained.output()).as(explained.errors()).contains("shop/pay  ");
    assertThat(listed.output())
        .as("list is a word of the command as of its neighbours")
        .contains("shop/cart-1 ", "shop/cart-12", "shop/pay")
        .isEqualTo(system.run("work-items").output());
  }

  @Test
  void whatLowersAWorkItemWantsItsWholeId() {
    system.ask("shop/cart-12", "One?");

    TestSystem.Ran ran =
        system.run("work-items", "lower", "shop/cart-1", "--risk", "low", "--reason", "x");

    assertThat(ran.exitCode()).isEqualTo(3);
    assertThat(ran.errors()).contains("[NOT_FOUND]", "whole id", "shop/cart-12");
  }
}
