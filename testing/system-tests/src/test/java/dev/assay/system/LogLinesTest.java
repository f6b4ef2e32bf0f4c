package dev.assay.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Who reads the log of a fleet looks for keys, not for words in a sentence. */
class LogLinesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.assay");

  private static final Set<String> PLAIN = Set.of("trace", "debug", "info", "warn", "error");

  @Test
  void aLogLineNamesItsValuesByKeysBesideTheMessage() {
    noClasses()
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "a logger is given a message with its values in it",
                (JavaMethodCall call) ->
                    call.getTargetOwner().isEquivalentTo(Logger.class)
                        && PLAIN.contains(call.getName())))
        .check(CLASSES);
  }
}
