/** The span of one delegation. Uses the OpenTelemetry API only; the SDK is a host's choice. */
@NullMarked
package dev.assay.delegation.telemetry;

import org.jspecify.annotations.NullMarked;
