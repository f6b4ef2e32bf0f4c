package dev.assay.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Log, index and keys are a library; only what takes records, what answers reads and what puts both
 * together is a service.
 */
class LibraryTest {

  private static final String[] LIBRARY = {
    "dev.assay.store",
    "dev.assay.store.fault",
    "dev.assay.store.index",
    "dev.assay.store.key",
    "dev.assay.store.log",
    "dev.assay.store.receipt"
  };
  private static final String SINK = "dev.assay.store.sink";
  private static final String API = "dev.assay.store.api";
  private static final String OUTGOING = "dev.assay.store.outgoing";
  private static final String SERVICE = "dev.assay.store.service";
  private static final String WITNESS = "dev.assay.store.witness";
  private static final String COSIGNING = "dev.assay.store.cosigning";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.assay.store");

  @Test
  void theLibraryNeedsNoBrokerAndNoHttp() {
    noClasses()
        .that()
        .resideInAnyPackage(LIBRARY)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            SINK,
            API,
            OUTGOING,
            SERVICE,
            "dev.assay.runtime..",
            "dev.assay.service..",
            "dev.assay.http..",
            "org.apache.kafka..",
            "io.helidon..",
            "io.micrometer..")
        .check(CLASSES);
  }

  @Test
  void readsNeedNoBrokerAndTheSinkNoHttp() {
    noClasses()
        .that()
        .resideInAPackage(API)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(SINK, SERVICE, "dev.assay.runtime..", "org.apache.kafka..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(SINK)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(API, SERVICE, "dev.assay.http..", "io.helidon..")
        .check(CLASSES);
  }

  @Test
  void aLogWitnessNeedsNoStore() {
    noClasses()
        .that()
        .resideInAPackage(WITNESS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.assay.store",
            "dev.assay.store.index",
            "dev.assay.store.log",
            "dev.assay.store.receipt",
            SINK,
            API,
            OUTGOING,
            SERVICE,
            "dev.assay.runtime..",
            "org.apache.kafka..")
        .check(CLASSES);
  }

  @Test
  void noPackageIsLeftOut() {
    List<String> all = new ArrayList<>(List.of(LIBRARY));
    all.addAll(List.of(SINK, API, OUTGOING, SERVICE, WITNESS, COSIGNING));
    classes().should().resideInAnyPackage(all.toArray(String[]::new)).check(CLASSES);
  }
}
