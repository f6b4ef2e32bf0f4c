package dev.assay.delegation.vocabulary;

import dev.assay.delegation.BoundedText;
import dev.assay.starlark.ModuleBuilder;
import dev.assay.starlark.Signature;
import dev.assay.starlark.StarlarkError;
import dev.assay.starlark.StarlarkInt;
import dev.assay.starlark.StarlarkString;
import dev.assay.starlark.StarlarkStruct;
import dev.assay.starlark.StarlarkValue;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/** The {@code time} module: points in time as {@code unix}, {@code millis} and {@code rfc3339}. */
final class TimeModule {

  private TimeModule() {}

  static StarlarkStruct create(InstantSource clock) {
    return new ModuleBuilder("time")
        .function("now", Signature.none(), (_, _) -> point(clock.instant()))
        .function(
            "parse",
            Signature.of("text"),
            (_, a) -> {
              try {
                return point(OffsetDateTime.parse(a.string("text")).toInstant());
              } catch (DateTimeException e) {
                throw StarlarkError.script(
                    a.function()
                        + ": expected an RFC 3339 time, found "
                        + BoundedText.of(a.string("text")),
                    e);
              }
            })
        .build();
  }

  private static StarlarkValue point(Instant instant) {
    Map<String, StarlarkValue> fields = new LinkedHashMap<>();
    fields.put("unix", StarlarkInt.of(instant.getEpochSecond()));
    fields.put("millis", StarlarkInt.of(instant.toEpochMilli()));
    fields.put("rfc3339", StarlarkString.of(instant.toString()));
    return StarlarkStruct.record("time", fields);
  }
}
