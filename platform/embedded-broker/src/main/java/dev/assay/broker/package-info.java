/** One KRaft broker in the process. The only place that touches internal Kafka interfaces. */
@NullMarked
package dev.assay.broker;

import org.jspecify.annotations.NullMarked;
