package dev.assay.system;

import org.junit.platform.suite.api.AfterSuite;
import org.junit.platform.suite.api.SelectClasses;
import org.junit.platform.suite.api.Suite;

/**
 * The classes that share {@link SharedUp}, one after the other, so that it runs no longer than they
 * do: a system that nobody asks takes processor time from the others. What is listed here is left
 * out in the module's {@code pom.xml}, from where each class would run by itself.
 */
@Suite
@SelectClasses({
  UpIT.class,
  GovernanceIT.class,
  ApprovalIT.class,
  McpIT.class,
  McpOthersIT.class,
  ClientsIT.class,
  RedTeamSilenceIT.class
})
class OneSystemIT {

  @AfterSuite
  static void stop() {
    SharedUp.close();
  }
}
