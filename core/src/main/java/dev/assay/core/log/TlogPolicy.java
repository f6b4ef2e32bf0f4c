package dev.assay.core.log;

import dev.assay.core.sign.RejectedInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which checkpoints are believed (C2SP tlog-policy): those that one of the logs signed and that a
 * quorum of log witnesses cosigned.
 *
 * @param logs may be empty where the log is known otherwise
 * @param witnesses in the file's order
 * @param groups by name
 * @param quorum the name of a witness or a group, or {@link #NONE}
 */
public record TlogPolicy(
    List<Log> logs, List<Witness> witnesses, Map<String, Group> groups, String quorum) {

  /** The quorum that asks for no cosignature. */
  public static final String NONE = "none";

  /** A log and where it is, when the policy says it. */
  public record Log(NoteKey key, @Nullable String url) {}

  /** A witness by its name in the policy, and where it is asked, when the policy says it. */
  public record Witness(String name, CosignerKey key, @Nullable String url) {}

  /** So many of the members, which are witnesses or groups. */
  public record Group(int threshold, List<String> members) {

    /** Copies the members. */
    public Group {
      members = List.copyOf(members);
    }
  }

  /**
   * What holds of a checkpoint.
   *
   * @param log the key that signed it, or null without logs in the policy
   * @param cosigned names of the witnesses that cosigned it
   * @param met whether these are a quorum
   */
  public record Finding(@Nullable NoteKey log, Set<String> cosigned, boolean met) {

    /** Copies the names. */
    public Finding {
      cosigned = Set.copyOf(cosigned);
    }
  }

  /** Copies the lists. */
  public TlogPolicy {
    logs = List.copyOf(logs);
    witnesses = List.copyOf(witnesses);
    groups = Map.copyOf(groups);
  }

  /**
   * The policy in a file.
   *
   * @throws RejectedInputException with code {@code tlog-policy-invalid}
   */
  public static TlogPolicy parse(byte[] file) {
    return new TlogPolicyReader().read(file);
  }

  /**
   * What holds of the checkpoint {@code note}.
   *
   * @throws RejectedInputException with code {@code note-unsigned} when no log of the policy signed
   *     it, {@code note-forged} when a line claims to be of a known key and is not, {@code
   *     checkpoint-invalid} or {@code origin-mismatch}
   */
  public Finding judge(SignedNote note) {
    List<NoteKey> signers = signers(note);
    String origin = Checkpoint.parse(note.text()).origin();
    NoteKey log = logs.isEmpty() ? null : named(origin, signers);
    Set<String> cosigned = new HashSet<>();
    for (Witness witness : witnesses) {
      if (Cosignature.time(note, witness.key(), witness.key().key()).isPresent()) {
        cosigned.add(witness.name());
      }
    }
    return new Finding(log, cosigned, met(cosigned));
  }

  /** The logs that signed {@code note}, when no line of any known log is forged. */
  private List<NoteKey> signers(SignedNote note) {
    List<NoteKey> signers = new ArrayList<>();
    for (Log log : logs) {
      if (note.signatures().stream().anyMatch(line -> line.claims(log.key()))) {
        var _ = note.requireSignedBy(log.key(), log.key().key());
        signers.add(log.key());
      }
    }
    if (signers.isEmpty() && !logs.isEmpty()) {
      throw new RejectedInputException(
          "note-unsigned", "a signature by one of " + logs.size() + " logs of the policy", "none");
    }
    return signers;
  }

  private static NoteKey named(String origin, List<NoteKey> signers) {
    return signers.stream()
        .filter(key -> key.name().equals(origin))
        .findFirst()
        .orElseThrow(() ->
            new RejectedInputException(
                "origin-mismatch", "origin " + signers.getFirst().name(), origin));
  }

  /** Whether the witnesses named {@code cosigned} are a quorum. */
  public boolean met(Set<String> cosigned) {
    return quorum.equals(NONE) || met(quorum, cosigned);
  }

  /** Groups have members that were defined before them, so that this ends. */
  private boolean met(String name, Set<String> cosigned) {
    Group group = groups.get(name);
    return group == null
        ? cosigned.contains(name)
        : group.members().stream().filter(member -> met(member, cosigned)).count()
            >= group.threshold();
  }
}
