/**
 * CloudEvents 1.0 as agents send them, read strictly into execution events. Pure: knows neither
 * HTTP nor Kafka; both bindings hand over attributes and bytes.
 */
@NullMarked
package dev.assay.schemas.cloudevents;

import org.jspecify.annotations.NullMarked;
