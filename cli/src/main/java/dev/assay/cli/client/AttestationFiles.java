package dev.assay.cli.client;

import dev.assay.cli.CommandException;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.TlogProof;
import dev.assay.core.sign.Envelope;
import dev.assay.core.verify.OfflineCheck;
import dev.assay.store.log.LogCopy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The three texts that an attestation is verified from.
 *
 * @param envelope DSSE envelope
 * @param proof C2SP tlog-proof
 * @param keys keys document
 * @param id the id that was asked for, or null when only the files are known
 */
record AttestationFiles(String envelope, String proof, String keys, @Nullable String id) {

  /**
   * The id of the attestation {@code named}, where no directory of this name is.
   *
   * @throws CommandException with FILE_UNREADABLE when it can only be meant for a directory
   */
  static String id(ApiClient api, String named) throws IOException, InterruptedException {
    if (named.contains("/")) {
      throw new CommandException(
          "FILE_UNREADABLE",
          "expected an attestation id or a directory of show --save, found no directory " + named);
    }
    return AttestationIds.whole(api, named);
  }

  /**
   * Those of attestation {@code id}, as the system has them.
   *
   * @param keysFile the keys to trust instead of those that the system names, or null
   */
  static AttestationFiles fetched(ApiClient api, String id, @Nullable Path keysFile)
      throws IOException, InterruptedException {
    return fetched(
        api, id, keysFile == null ? api.text("/v1/keys", ApiClient.KEYS) : text(keysFile));
  }

  /** Those of attestation {@code id} with the keys document {@code keys}. */
  static AttestationFiles fetched(ApiClient api, String id, String keys)
      throws IOException, InterruptedException {
    return new AttestationFiles(
        api.text(path(id), ApiClient.ENVELOPE), api.text(path(id) + "/proof"), keys, id);
  }

  /** These with what is in the files that are given. */
  AttestationFiles with(@Nullable Path envelopeFile, @Nullable Path proofFile) {
    return new AttestationFiles(
        envelopeFile == null ? envelope : text(envelopeFile),
        proofFile == null ? proof : text(proofFile),
        keys,
        id);
  }

  /** These with the proof that the system has by now. */
  AttestationFiles again(ApiClient api, String attestation)
      throws IOException, InterruptedException {
    return new AttestationFiles(envelope, api.text(path(attestation) + "/proof"), keys, id);
  }

  /**
   * These with the proof that the copy of the log in {@code directory} gives.
   *
   * @throws CommandException with NOT_MIRRORED when the copy has not the entry there
   */
  AttestationFiles provedBy(Path directory) throws IOException {
    byte[] entry = statement();
    long index = TlogProof.parse(proof).index();
    for (NoteKey key : LogKeys.of(keys)) {
      Optional<TlogProof> proved = LogCopy.open(directory, key).proof(entry, index);
      if (proved.isPresent()) {
        return new AttestationFiles(envelope, proved.get().text(), keys, id);
      }
    }
    throw new CommandException(
        "NOT_MIRRORED",
        "expected the attestation at position "
            + index
            + " of the copy "
            + directory
            + ", found it not there; bring the copy up to date with assay log mirror");
  }

  /** Those that {@code show --save} wrote into {@code directory}, and the files that are given. */
  static AttestationFiles saved(
      Path directory,
      @Nullable Path envelopeFile,
      @Nullable Path proofFile,
      @Nullable Path keysFile) {
    return new AttestationFiles(
        text(envelopeFile == null ? directory.resolve("envelope.json") : envelopeFile),
        text(proofFile == null ? directory.resolve("proof.txt") : proofFile),
        text(keysFile == null ? directory.resolve("keys.json") : keysFile),
        null);
  }

  /** The statement in the envelope, unverified. */
  byte[] statement() {
    return Envelope.parse(envelope.getBytes(StandardCharsets.UTF_8)).payload();
  }

  /** What holds of them. */
  OfflineCheck.Outcome check() {
    return OfflineCheck.of(envelope, proof, keys, id);
  }

  /** Where the attestation {@code id} is. */
  static String path(String id) {
    return "/v1/attestations/" + ApiClient.escaped(id);
  }

  /** What is in {@code file}; bytes that are no UTF-8 become text that verifies as nothing. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CommandException(
          "FILE_UNREADABLE",
          "expected a file that show --save wrote, found that "
              + file
              + " cannot be read: "
              + e.getClass().getSimpleName());
    }
  }
}
