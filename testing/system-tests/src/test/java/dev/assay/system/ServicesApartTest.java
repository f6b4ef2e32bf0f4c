package dev.assay.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
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

  private static final String STORE = "the attestation store";
  private static final String STORE_SERVICE = "the store's service";

  /** The parts that may run in processes of their own, and the packages that each consists of. */
  private static final Map<String, List<String>> PACKAGES =
      Map.of(
          "ingest",
          List.of("dev.assay.ingest.."),
          "the director",
          List.of("dev.assay.director.."),
          "the worker",
          List.of("dev.assay.worker.."),
          STORE,
          List.of(
              "dev.assay.store",
              "dev.assay.store.fault..",
              "dev.assay.store.index..",
              "dev.assay.store.key..",
              "dev.assay.store.log.."),
          STORE_SERVICE,
          List.of("dev.assay.store.service.."));

  private static final String HOST = "dev.assay.cli..";

  static Stream<String> services() {
    return PACKAGES.keySet().stream().sorted();
  }

  /** Only the store's service has another's classes to use: it fills the attestation store. */
  @ParameterizedTest
  @MethodSource("services")
  void aServiceDoesNotUseTheClassesOfAnother(String service) {
    Stream<String> others =
        services()
            .filter(other -> !other.equals(service))
            .filter(other -> !(service.equals(STORE_SERVICE) && other.equals(STORE)))
            .flatMap(other -> packages(other).stream());

    noClasses()
        .that()
        .resideInAnyPackage(packages(service).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(Stream.concat(others, Stream.of(HOST)).toArray(String[]::new))
        .check(CLASSES);
  }

  private static List<String> packages(String service) {
    return Objects.requireNonNull(PACKAGES.get(service));
  }
}
