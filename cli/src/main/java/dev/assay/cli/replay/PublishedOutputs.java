package dev.assay.cli.replay;

import dev.assay.core.director.Emission;
import dev.assay.schemas.message.VerificationRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the director's output topics hold. */
final class PublishedOutputs {

  /** A request on one of the topics of verifications. */
  record Asked(RecordPosition place, String eventKey, String planId) {}

  private final Map<String, Asked> requests = new HashMap<>();
  private final Map<String, Asked> requestsByExecution = new HashMap<>();
  private final Set<String> factIds = new HashSet<>();
  private final Set<RecordPosition> refused = new HashSet<>();

  /** The attestations and decisions of one work item, in the order in which each stands first. */
  static final class OfItem {

    private final Map<String, OutputRecord> attestations = new LinkedHashMap<>();
    private final Map<String, Integer> decisionPlaces = new HashMap<>();
    private final List<OutputRecord> decisions = new ArrayList<>();

    void add(OutputRecord output) {
      switch (output.kind()) {
        case ATTESTATION -> attestations.putIfAbsent(output.content(), output);
        case DECISION -> {
          if (decisionPlaces.putIfAbsent(output.content(), decisions.size()) == null) {
            decisions.add(output);
          }
        }
      }
    }

    boolean holdsAttestation(String content) {
      return attestations.containsKey(content);
    }

    /** The place of a decision among the others, from 0, or null. */
    @Nullable Integer decisionPlace(String content) {
      return decisionPlaces.get(content);
    }

    List<OutputRecord> attestations() {
      return List.copyOf(attestations.values());
    }

    List<OutputRecord> decisions() {
      return List.copyOf(decisions);
    }
  }

  void request(VerificationRequest request, RecordPosition place) {
    Asked asked = new Asked(place, request.eventKey(), request.planId());
    requests.putIfAbsent(request.requestId(), asked);
    requestsByExecution.putIfAbsent(request.eventKey(), asked);
  }

  void fact(String id) {
    factIds.add(id);
  }

  void deadLetter(RecordPosition refusedRecord) {
    refused.add(refusedRecord);
  }

  boolean holds(Emission.RequestVerification ask) {
    return requests.containsKey(ask.request().requestId());
  }

  /** Some request for the same execution, or null. */
  @Nullable Asked askedFor(String eventKey) {
    return requestsByExecution.get(eventKey);
  }

  boolean holdsFact(String id) {
    return factIds.contains(id);
  }

  boolean holdsRefusal(RecordPosition place) {
    return refused.contains(place);
  }
}
