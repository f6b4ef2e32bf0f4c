package dev.assay.store.cosigning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.http.Permission;
import dev.assay.http.Request;
import dev.assay.http.Response;
import dev.assay.http.Route;
import dev.assay.schemas.ConfigException;
import dev.assay.service.ServiceContext;
import dev.assay.service.ServiceParts;
import dev.assay.store.AttestationStore;
import dev.assay.store.CosignedCheckpoints;
import dev.assay.store.PublishedKey;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The log witnesses that a store asks, put together from the configuration. */
public final class CosigningAssembly {

  private final AttestationStore store;
  private final @Nullable TlogPolicy policy;
  private List<AskedWitness> witnesses = List.of();

  private CosigningAssembly(AttestationStore store, @Nullable TlogPolicy policy) {
    this.store = store;
    this.policy = policy;
  }

  /**
   * Those of the policy in {@code file}, or none without a file.
   *
   * @throws ConfigException when it cannot be read, is of another log, or cannot be met by the
   *     witnesses that have an address
   */
  public static CosigningAssembly of(AttestationStore store, @Nullable Path file) {
    if (file == null) {
      return new CosigningAssembly(store, null);
    }
    TlogPolicy policy = policy(file);
    requireOf(store, policy, file);
    return new CosigningAssembly(store, policy);
  }

  /**
   * The policy in {@code file}.
   *
   * @throws ConfigException when it cannot be read, or is none
   */
  public static TlogPolicy policy(Path file) {
    try {
      return TlogPolicy.parse(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new ConfigException(
          "expected the policy of log.witnesses in "
              + file
              + ", found that it cannot be read: "
              + e.getClass().getSimpleName());
    } catch (RejectedInputException e) {
      throw new ConfigException("in the policy " + file + ": " + e.getMessage());
    }
  }

  private static void requireOf(AttestationStore store, TlogPolicy policy, Path file) {
    List<NoteKey> ours =
        store.keys().stream()
            .map(PublishedKey::vkey)
            .flatMap(Stream::ofNullable)
            .map(NoteKey::parse)
            .toList();
    if (!policy.logs().isEmpty()
        && policy.logs().stream().noneMatch(each -> ours.contains(each.key()))) {
      throw new ConfigException(
          "expected a log line with "
              + ours.stream().map(NoteKey::vkey).toList()
              + " in the policy "
              + file
              + ", found other logs alone");
    }
    List<String> asked = new ArrayList<>();
    for (TlogPolicy.Witness witness : policy.witnesses()) {
      if (witness.url() != null) {
        asked.add(witness.name());
      }
    }
    if (!policy.met(Set.copyOf(asked))) {
      throw new ConfigException(
          "expected a quorum of witnesses with an address in the policy "
              + file
              + ", found that those with one, "
              + asked
              + ", are none");
    }
  }

  /** Starts asking them, and serves how that goes. */
  public void start(ServiceContext context, ServiceParts parts) {
    TlogPolicy known = policy;
    if (known != null) {
      parts.opened(start(known, context.registry()));
    }
    parts.serve(routes());
  }

  /** Asks those of {@code known} until what this returns is closed. */
  public AutoCloseable start(TlogPolicy known, MeterRegistry registry) {
    List<AskedWitness> asked = new ArrayList<>();
    for (TlogPolicy.Witness witness : known.witnesses()) {
      String url = witness.url();
      if (url != null) {
        asked.add(
            new AskedWitness(
                witness, WitnessAddress.of(witness.name(), url), InstantSource.system(), registry));
      }
    }
    witnesses = List.copyOf(asked);
    store.cosigned().judge(note -> met(known, note));
    Gauge.builder("assay.log.cosigned.size", store.cosigned(), CosignedCheckpoints::cosignedSize)
        .description("size of the last checkpoint that a quorum of log witnesses cosigned")
        .register(registry);
    return CosigningLoop.start(known, store.cosigned(), witnesses);
  }

  private static boolean met(TlogPolicy known, SignedNote note) {
    try {
      return known.judge(note).met();
    } catch (RejectedInputException _) {
      return false;
    }
  }

  /** What the HTTP server must serve. */
  public List<Route> routes() {
    return List.of(Route.get("/v1/witnesses", Permission.INSPECT, this::show));
  }

  private Response show(Request request) {
    return Response.json(200, json()).header("Cache-Control", "no-store");
  }

  /** How asking them goes. */
  public ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ArrayNode items = node.putArray("items");
    witnesses.forEach(each -> items.add(each.json()));
    node.put("logSize", store.logSize());
    return node.put("cosignedSize", store.cosigned().cosignedSize());
  }
}
