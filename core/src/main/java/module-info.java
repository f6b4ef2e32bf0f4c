import org.jspecify.annotations.NullMarked;

/**
 * Decisions as pure functions of (state, input). Requires {@code schemas} only: what needs Kafka,
 * JDBC, HTTP or a log does not compile here.
 */
@NullMarked
module dev.assay.core {
  requires transitive dev.assay.schemas;

  exports dev.assay.core.director;
  exports dev.assay.core.export;
  exports dev.assay.core.log;
  exports dev.assay.core.merkle;
  exports dev.assay.core.nocopy;
  exports dev.assay.core.redaction;
  exports dev.assay.core.sign;
  exports dev.assay.core.failure;
  exports dev.assay.core.statement;
  exports dev.assay.core.stop;
  exports dev.assay.core.verify;
}
