package dev.assay.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Services meet on topics and in stores; docs/architecture.md. */
class ServicesApartTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(
              "dev.assay.ingest", "dev.assay.director", "dev.assay.worker", "dev.assay.store");

  /** The parts that may run in processes of their own, and the packages that each consists of. */
  private static final Map<String, String> PACKAGES =
      Map.of(
          "ingest", "dev.assay.ingest..",
          "the director", "dev.assay.director..",
          "the worker", "dev.assay.worker..",
          "the attestation store", "dev.assay.store..");

  private static final String HOST = "dev.assay.cli..";

  static Stream<String> services() {
    return PACKAGES.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("services")
  void aServiceDoesNotUseTheClassesOfAnother(String service) {
    Stream<String> others =
        services().filter(other -> !other.equals(service)).map(ServicesApartTest::packages);

    noClasses()
        .that()
        .resideInAPackage(packages(service))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(Stream.concat(others, Stream.of(HOST)).toArray(String[]::new))
        .check(CLASSES);
  }

  private static String packages(String service) {
    return Objects.requireNonNull(PACKAGES.get(service));
  }
}
