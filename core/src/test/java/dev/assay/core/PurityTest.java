package dev.assay.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import javax.crypto.KeyGenerator;
import org.junit.jupiter.api.Test;

/** "Pure core, thin shells" of CONTRIBUTING.md, in class files. */
class PurityTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.assay.core", "dev.assay.schemas");

  private static final Set<String> SURROUNDINGS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.System.getenv",
          "java.lang.System.getProperty",
          "java.lang.System.out",
          "java.lang.System.err",
          "java.lang.Math.random",
          "java.lang.Thread.sleep",
          "java.util.UUID.randomUUID");

  private static final DescribedPredicate<JavaAccess<?>> ASKS_ITS_SURROUNDINGS =
      describe("asks for the time, chance or the environment", PurityTest::asksItsSurroundings);

  private static final ArchRule NOTHING_COMES_FROM_THE_SURROUNDINGS =
      noClasses()
          .should()
          .accessTargetWhere(ASKS_ITS_SURROUNDINGS)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Clock.class, Random.class, SecureRandom.class, KeyGenerator.class)
          .because("time and ids come in with the input, so that a replay decides the same");

  private static boolean asksItsSurroundings(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getFullName();
    return SURROUNDINGS.contains(owner + "." + access.getName())
        || owner.startsWith("java.time.") && access.getName().equals("now");
  }

  @Test
  void decisionsTakeNoTimeChanceOrEnvironmentFromTheirSurroundings() {
    NOTHING_COMES_FROM_THE_SURROUNDINGS.check(core());
  }

  @Test
  void decisionsNeedNoFilesNetworkDatabaseLogOrOtherModule() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.assay.core..",
            "dev.assay.schemas..",
            "com.fasterxml.jackson..",
            "org.jspecify.annotations",
            "java.lang..",
            "java.math",
            "java.nio",
            "java.nio.charset",
            "java.security..",
            "java.time..",
            "java.util",
            "java.util.function",
            "java.util.regex",
            "java.util.stream",
            "java.io",
            "javax.crypto",
            "javax.crypto.spec")
        .check(core());
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.io\\.(File.*|RandomAccessFile|Print.*|Console)|java\\.lang\\.Process.*")
        .check(core());
  }

  @Test
  void messagesNeedNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage("dev.assay.schemas..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.assay..").and(resideOutsideOfPackage("dev.assay.schemas..")))
        .check(CLASSES);
  }

  @Test
  void aClockIsFoundHoweverItIsAsked() {
    for (Class<?> impure : Set.of(Called.class, Referenced.class, Held.class)) {
      assertThat(
              NOTHING_COMES_FROM_THE_SURROUNDINGS
                  .evaluate(new ClassFileImporter().importClasses(impure))
                  .hasViolation())
          .as(impure.getSimpleName())
          .isTrue();
    }
  }

  private static JavaClasses core() {
    return CLASSES.that(resideInAPackage("dev.assay.core.."));
  }

  private record Called(String id) {
    Called() {
      this(UUID.randomUUID().toString());
    }
  }

  private record Referenced(Supplier<Instant> time) {
    Referenced() {
      this(Instant::now);
    }
  }

  private record Held(Clock clock) {}
}
