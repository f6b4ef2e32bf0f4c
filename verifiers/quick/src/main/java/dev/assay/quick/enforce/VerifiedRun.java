package dev.assay.quick.enforce;

import dev.assay.quick.json.JsonObject;

/** A finished verification of either kind: certificate, text for people, exit code. */
record VerifiedRun(JsonObject certificate, String humanReport, int exitCode) {}
