package dev.assay.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.log.Checkpoint;
import dev.assay.core.log.NoteKey;
import dev.assay.core.log.SignedNote;
import dev.assay.core.log.TlogPolicy;
import dev.assay.core.log.TlogProof;
import dev.assay.schemas.Digests;
import dev.assay.schemas.topic.Topic;
import dev.assay.service.Hop;
import dev.assay.store.key.Ed25519Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk through {@code assay up}, as a user sees it. */
class UpIT {

  @TempDir private static Path home;

  private static UpSystem system = new UpSystem(Path.of("unset"));

  @BeforeAll
  static void start() throws Exception {
    system = SharedUp.system();
  }

  @Test
  void aPassingReportIsPromotedAndLogged() throws Exception {
    JsonNode decision = system.submit("pass-1", "up/pass", Samples.passing("up.Pass"));

    assertThat(decision.path("kind").asText()).isEqualTo("PROMOTE");
    JsonNode item = system.workItem("up/pass", 1, 2);
    assertThat(item.path("status").asText()).isEqualTo("promoted");
    assertThat(Api.texts(item.path("attestations")))
        .containsExactly(
            decision.path("attestations").path(0).asText(), decision.path("promotion").asText());
    assertThat(item.path("controlState").path("assert")).isNotEmpty();
    assertThat(PublicLog.read(system.api()).ids())
        .containsAll(Api.texts(item.path("attestations")));
  }

  @Test
  void anEventThatGoesThroughLeavesOneTimeInEachHop() throws Exception {
    HopBudget before = HopBudget.of(system.api());

    var _ = system.submit("hops-1", "up/hops", Samples.passing("up.Hops"));

    Await.until(
        "each hop has one time more",
        () -> {
          HopBudget event = HopBudget.of(system.api()).since(before);
          return Arrays.stream(Hop.values()).allMatch(hop -> event.times(hop).count() == 1);
        });
  }

  @Test
  void aFailingReportIsRetriedAndATruncatedOneEscalated() throws Exception {
    JsonNode failed = system.submit("fail-1", "up/fail", Samples.failing("up.Fail"));
    JsonNode cut = system.submit("cut-1", "up/cut", Samples.truncated("up.Cut"));

    assertThat(failed.path("kind").asText()).isEqualTo("RETRY");
    assertThat(Api.texts(failed.path("reasons"))).containsExactly("VERIFICATION_FAILED");
    assertThat(cut.path("kind").asText()).isEqualTo("ESCALATE");
    assertThat(Api.texts(cut.path("reasons")))
        .containsExactly("INCONCLUSIVE", "NO_FURTHER_EVIDENCE");
    assertThat(results("up/fail")).containsExactly("FAIL");
    assertThat(results("up/cut")).containsOnly("INCONCLUSIVE");
  }

  @Test
  void everyAttestationIsProvedByTheLogAndByADefinitionOfOurOwn() throws Exception {
    var _ = system.submit("proof-1", "up/proof", Samples.passing("up.Proof"));
    JsonNode item = system.workItem("up/proof", 1, 2);
    NoteKey key = system.api().checkpointKey();

    for (String id : Api.texts(item.path("attestations"))) {
      JsonNode envelope = system.api().json("/v1/attestations/" + id);
      byte[] payload = Base64.getDecoder().decode(envelope.path("payload").asText());
      TlogProof proof =
          Await.value(
              "the proof of " + id,
              () -> {
                Api.Answer answer = system.api().get("/v1/attestations/" + id + "/proof");
                return answer.status() == 200
                    ? Optional.of(TlogProof.parse(answer.body()))
                    : Optional.empty();
              });

      Checkpoint head = proof.requireInclusion(payload, key, key.key());

      PublicLog log = PublicLog.read(system.api());
      assertThat(log.root((int) head.size())).isEqualTo(head.root().base64());
      assertThat(log.entry((int) proof.index())).isEqualTo(payload);
      assertThat(log.ids().get((int) proof.index())).isEqualTo(id);
    }
  }

  @Test
  void theCommandVerifiesAnAttestationAndRefusesATamperedOne() throws Exception {
    JsonNode decision = system.submit("verify-1", "up/verify", Samples.passing("up.Verify"));
    String id = decision.path("promotion").asText();
    var _ = system.workItem("up/verify", 1, 2);
    Path saved = home.resolve("saved");

    UpSystem.Command online = system.command("attestations", "verify", id);
    UpSystem.Command kept = system.command("attestations", "show", id, "--save", saved.toString());
    flipAByteOfThePayload(saved.resolve("envelope.json"));
    UpSystem.Command tampered = system.command("attestations", "verify", saved.toString());

    assertThat(online.exitCode()).as(online.output()).isZero();
    assertThat(kept.exitCode()).as(kept.output()).isZero();
    assertThat(tampered.exitCode()).as(tampered.output()).isEqualTo(1);
    assertThat(tampered.output()).contains("NOT VERIFIED");
  }

  @Test
  void theCommandExportsAPromotionInFormsOfOthers() throws Exception {
    JsonNode decision = system.submit("export-1", "up/export", Samples.passing("up.Export"));
    String id = decision.path("promotion").asText();
    var _ = system.workItem("up/export", 1, 2);
    Path receipt = home.resolve("promotion.receipt");

    UpSystem.Command summary = system.command("attestations", "export", id, "--format", "vsa");
    UpSystem.Command signed =
        system.command(
            "attestations", "export", id, "--format", "cose-receipt", "--out", receipt.toString());

    assertThat(summary.exitCode()).as(summary.output()).isZero();
    assertThat(summary.output())
        .contains("\"verificationResult\":\"PASSED\"", "\"uri\":\"assay:log/", id);
    assertThat(signed.exitCode()).as(signed.output()).isZero();
    assertThat(receipt).isNotEmptyFile();
  }

  @Test
  void explainShowsTheBytesBehindAFailureAndNoControlCharacterOfThem() throws Exception {
    String report =
        Samples.failing("up.Explain")
            .replace(
                "java.lang.AssertionError: expected", "java.lang.AssertionError: \u202eexpected");
    var _ = system.submit("explain-1", "up/explain", report);
    var _ = system.workItem("up/explain", 1, 1);

    UpSystem.Command told = system.command("explain", "up/explain");
    UpSystem.Command json = system.command("explain", "up/explain", "--json");

    assertThat(told.exitCode()).as(told.output()).isEqualTo(1);
    assertThat(told.output())
        .contains("decision   RETRY on attempt 1")
        .contains("VERIFICATION_FAILED: a verifier found a failure")
        .contains("test-report  sha256 " + Digests.sha256Hex(report))
        .contains("verified   testreport")
        .contains("| ", "expected 2 but was 3")
        .containsPattern("signature [0-9a-f]{32}, variant [0-9a-f]{32}")
        .contains("what would help", "repair what failed and send the next attempt")
        .doesNotContain("\u202e");
    JsonNode explained = new Api.Answer(200, json.output()).json();
    assertThat(explained.path("checks").path(0).path("result").asText()).isEqualTo("FAIL");
    assertThat(
            explained
                .path("checks")
                .path(0)
                .path("places")
                .path(0)
                .path("untrustedExcerpt")
                .asText())
        .isNotEmpty();
  }

  @Test
  void explainOfAPromotedWorkItemNamesItsAttestationAndOfAnUnknownOneSaysSo() throws Exception {
    JsonNode decision = system.submit("explain-2", "up/explained", Samples.passing("up.Explained"));
    var _ = system.workItem("up/explained", 1, 2);

    UpSystem.Command told = system.command("explain", "up/explained");
    UpSystem.Command unknown = system.command("explain", "up/nobody");

    assertThat(told.exitCode()).as(told.output()).isZero();
    assertThat(told.output())
        .contains("ALL_REQUIRED_PASS: everything that was asked for passed")
        .contains("attestation " + decision.path("attestations").path(0).asText())
        .doesNotContain("what would help");
    assertThat(unknown.exitCode()).as(unknown.output()).isEqualTo(3);
    assertThat(unknown.output()).contains("[NOT_FOUND]");
  }

  @Test
  void theSameEventTwiceIsOneDecisionWithTheSameAttestations() throws Exception {
    String report = Samples.passing("up.Twice");
    JsonNode first = system.submit("twice-1", "up/twice", report);
    JsonNode second = system.submit("twice-1", "up/twice", report);

    assertThat(second).isEqualTo(first);
    JsonNode item = system.workItem("up/twice", 1, 2);
    var _ = system.submit("twice-after", "up/twice-after", Samples.passing("up.TwiceAfter"));
    assertThat(system.workItem("up/twice", 1, 2)).isEqualTo(item);
    List<String> logged = PublicLog.read(system.api()).ids();
    assertThat(logged).doesNotHaveDuplicates();
    Api.Answer other =
        system
            .api()
            .post(
                Api.EVENT,
                Samples.event("twice-1", Samples.dataOf("up/other", report)).toString(),
                "");
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("EVENT_CONFLICT");
  }

  @Test
  void aPromotionIsCosignedByAWitnessAndBelievedByAPolicyAlsoFromACopyOfTheLog() throws Exception {
    Path data = Files.createDirectories(home.resolve("witnessed"));
    Ed25519Key signer = Ed25519Key.loadOrCreate(data.resolve("keys/checkpoint.pem"), Instant.now());
    String log = new NoteKey("assay.local/log", signer.publicKey()).vkey();
    String policy = home.resolve("policy").toString();
    String copy = home.resolve("copy").toString();
    Files.writeString(data.resolve("assay.yaml"), "log: {witnesses: " + policy + "}\n");
    try (Child witness =
            Child.start(
                home.resolve("witness.out"),
                "witness",
                "--dir",
                home.resolve("witness").toString(),
                "--name",
                "witness.example/w1",
                "--log",
                log,
                "--port",
                "0");
        UpSystem witnessed = new UpSystem(data)) {
      String url = Await.value("the witness is up", () -> witness.printed("witness is up on "));
      String vkey = Await.value("the witness has a key", () -> witness.printed("  vkey "));
      Files.writeString(
          Path.of(policy), "log " + log + "\nwitness w1 " + vkey + " " + url + "\nquorum w1\n");
      JsonNode decision =
          witnessed.start().submit("witness-1", "up/witness", Samples.passing("up.Witness"));
      String id = decision.path("promotion").asText();
      var _ = witnessed.workItem("up/witness", 1, 2);

      UpSystem.Command verified =
          witnessed.command("attestations", "verify", id, "--policy", policy);
      UpSystem.Command mirrored =
          witnessed.command("log", "mirror", "--dir", copy, "--policy", policy, "--once");
      UpSystem.Command fromCopy =
          witnessed.command("attestations", "verify", id, "--mirror", copy, "--policy", policy);

      assertThat(verified.exitCode()).as(verified.output()).isZero();
      assertThat(verified.output()).contains("witnesses  w1 cosigned, quorum w1");
      TlogPolicy believed = TlogPolicy.parse(Files.readAllBytes(Path.of(policy)));
      SignedNote served = SignedNote.parse(witnessed.api().get("/checkpoint").body());
      assertThat(believed.judge(served).met()).isTrue();
      assertThat(mirrored.exitCode()).as(mirrored.output()).isZero();
      assertThat(fromCopy.exitCode()).as(fromCopy.output()).isZero();
    }
  }

  @Test
  void aSecondSystemOnATakenPortEndsWithAnError() throws Exception {
    String port = system.api().url().replaceAll(".*:", "");
    Path second = home.resolve("second");
    Files.createDirectories(second);

    try (Child up =
        Child.start(
            home.resolve("second.out"), "up", "--port", port, "--data-dir", second.toString())) {
      assertThat(up.exitCode()).as(up.output()).isEqualTo(3);
      assertThat(up.output())
          .contains(port, "[PORT_IN_USE]")
          .doesNotContain("assay is up", "SEVERE", "Exception");
    }
    assertThat(second.resolve("url")).doesNotExist();
  }

  @Test
  void aSystemWhoseBrokerCannotWriteItsDataEndsWithAnErrorThatNamesIt() throws Exception {
    Path broken = home.resolve("broken");
    try (UpSystem doomed = new UpSystem(broken).start()) {
      Files.move(broken.resolve("kafka"), broken.resolve("elsewhere"));

      UpSystem.Command ended = doomed.ended();

      assertThat(ended.exitCode()).as(ended.output()).isEqualTo(3);
      assertThat(ended.output())
          .contains("[DATA_DIRECTORY_FAILED]", broken.resolve("kafka").toString());
    }
  }

  @Test
  void aRestartKeepsEverything() throws Exception {
    JsonNode decision = system.submit("stay-1", "up/stay", Samples.passing("up.Stay"));
    JsonNode before = system.workItem("up/stay", 1, 2);
    PublicLog.Head head = PublicLog.head(system.api());
    JsonNode keys = system.api().json("/v1/keys");

    system.stop();
    system.start();

    assertThat(system.workItem("up/stay", 1, 2)).isEqualTo(before);
    assertThat(system.api().json("/v1/keys")).isEqualTo(keys);
    PublicLog log = PublicLog.read(system.api());
    assertThat(log.root(head.size())).isEqualTo(head.root());
    assertThat(log.ids()).contains(decision.path("promotion").asText());
    assertThat(system.submit("stay-1", "up/stay", Samples.passing("up.Stay"))).isEqualTo(decision);
    JsonNode next = system.submit("stay-2", "up/stay-2", Samples.passing("up.Stay2"));
    assertThat(next.path("kind").asText()).isEqualTo("PROMOTE");
    assertThat(system.records().all(Topic.DECISIONS))
        .filteredOn(d -> d.workItem().equals("up/stay"))
        .extracting(d -> d.id())
        .containsOnly(decision.path("id").asText());
  }

  private static List<String> results(String workItem) {
    return Await.value(
        "an attestation of " + workItem,
        () -> {
          JsonNode items = system.api().json("/v1/attestations?workItem=" + workItem).path("items");
          List<String> results =
              StreamSupport.stream(items.spliterator(), false)
                  .map(item -> item.path("result").asText())
                  .toList();
          return results.isEmpty() ? Optional.empty() : Optional.of(results);
        });
  }

  private static void flipAByteOfThePayload(Path envelope) throws IOException {
    String text = Files.readString(envelope);
    int at = text.indexOf("\"payload\"") + "\"payload\":\"".length() + 80;
    char other = text.charAt(at) == 'A' ? 'B' : 'A';
    Files.writeString(
        envelope, text.substring(0, at) + other + text.substring(at + 1), StandardCharsets.UTF_8);
  }
}
