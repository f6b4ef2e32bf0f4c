import org.jspecify.annotations.NullMarked;

/**
 * What is said: messages, ids, canonical JSON, Avro schemas, the topic catalogue. The lowest layer:
 * what is not required here does not compile here.
 */
@NullMarked
@SuppressWarnings("requires-transitive-automatic") // Avro, whose name its manifest fixes
module dev.assay.schemas {
  requires transitive com.fasterxml.jackson.annotation;
  requires transitive com.fasterxml.jackson.core;
  requires transitive com.fasterxml.jackson.databind;
  requires transitive org.apache.avro;
  requires static transitive org.jspecify;

  exports dev.assay.schemas;
  exports dev.assay.schemas.avro;
  exports dev.assay.schemas.cloudevents;
  exports dev.assay.schemas.hook;
  exports dev.assay.schemas.json;
  exports dev.assay.schemas.message;
  exports dev.assay.schemas.topic;
}
