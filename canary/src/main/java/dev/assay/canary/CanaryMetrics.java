package dev.assay.canary;

import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.CanaryRates;
import dev.assay.schemas.message.VerifierErrorRates;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** The canaries' metrics, all of them. */
final class CanaryMetrics {

  private final MeterRegistry registry;
  private final Map<String, VerifierErrorRates> rates = new ConcurrentHashMap<>();

  CanaryMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void measured(CanaryRates measured) {
    if (rates.put(measured.key(), measured.rates()) != null) {
      return;
    }
    Tags tags = Tags.of("verifier", measured.verifierType(), "version", measured.verifierVersion());
    String key = measured.key();
    gauge("false.pass.rate", key, tags, r -> share(r.falsePasses(), r.knownBad()));
    gauge("false.pass.lower", key, tags, VerifierErrorRates::falsePassLower);
    gauge("false.pass.upper", key, tags, VerifierErrorRates::falsePassUpper);
    gauge("false.fail.rate", key, tags, r -> share(r.falseFails(), r.knownGood()));
    gauge("false.fail.lower", key, tags, VerifierErrorRates::falseFailLower);
    gauge("false.fail.upper", key, tags, VerifierErrorRates::falseFailUpper);
    gauge("known.bad", key, tags, VerifierErrorRates::knownBad);
    gauge("known.good", key, tags, VerifierErrorRates::knownGood);
  }

  private static double share(int errors, int trials) {
    return trials == 0 ? Double.NaN : (double) errors / trials;
  }

  private void gauge(
      String name, String key, Tags tags, ToDoubleFunction<VerifierErrorRates> value) {
    Gauge.builder(
            "assay.canary." + name,
            rates,
            all -> {
              VerifierErrorRates now = all.get(key);
              return now == null ? Double.NaN : value.applyAsDouble(now);
            })
        .tags(tags)
        .register(registry);
  }

  void sent() {
    registry.counter("assay.canary.sent").increment();
  }

  void refused(ErrorCode code) {
    registry.counter("assay.canary.refused", "code", code.name()).increment();
  }

  void unanswered(int count) {
    registry.counter("assay.canary.unanswered").increment(count);
  }
}
