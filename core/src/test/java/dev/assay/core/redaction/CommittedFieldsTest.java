package dev.assay.core.redaction;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.core.redaction.DisclosureDocument.Shown;
import dev.assay.core.sign.RejectedInputException;
import dev.assay.schemas.json.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CommittedFieldsTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ID = "ab".repeat(32);
  private static final FieldSalts SALTS =
      FieldSalts.of("an owner's 32 bytes, kept secret".getBytes(UTF_8));

  /** The disclosure and its digest are those of RFC 9901, section 4.2.3. */
  @Test
  void aDisclosureOfTheStandardReadsAndDigestsAsTheStandardSays() {
    FieldDisclosure read =
        FieldDisclosure.parse(
            "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0");

    assertThat(read.name()).isEqualTo("family_name");
    assertThat(read.value().textValue()).isEqualTo("Möbius");
    assertThat(read.digest()).isEqualTo("X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0");
  }

  /** Made with Python's hashlib, hmac and json, without this code. */
  @Test
  void saltDisclosureAndRootAreThoseOfAnotherProgram() {
    CommittedFields fields =
        CommittedFields.of(document("result", "PASS", "summary", "Möbius"), SALTS);
    DisclosureDocument shown = fields.show(ID, Committed.REPORT, Set.of("summary"));

    assertThat(shown.disclosures())
        .containsExactly("WyI5NzZ5Y3VYZUJqVERZLXRoV0pmVDN3Iiwic3VtbWFyeSIsIk3DtmJpdXMiXQ");
    assertThat(fields.root())
        .isEqualTo("b586b1d206ec686328239e422949e0b9a10b301c16a551d21cb681354364ba5c");
  }

  @Test
  void theSameDocumentHasTheSameRootAndAnotherSecretOrValueAnotherOne() {
    String root = CommittedFields.of(document("a", "1", "b", "2"), SALTS).root();

    assertThat(CommittedFields.of(document("b", "2", "a", "1"), SALTS).root()).isEqualTo(root);
    assertThat(CommittedFields.of(document("a", "1", "b", "3"), SALTS).root()).isNotEqualTo(root);
    assertThat(CommittedFields.of(document("a", "1", "b", "2"), FieldSalts.of(new byte[32])).root())
        .isNotEqualTo(root);
  }

  @Test
  void equalValuesOfTwoDocumentsHaveUnlikeDigests() {
    DisclosureDocument one =
        CommittedFields.of(document("a", "1", "b", "2"), SALTS)
            .show(ID, Committed.REPORT, Set.of());
    DisclosureDocument other =
        CommittedFields.of(document("a", "1", "b", "3"), SALTS)
            .show(ID, Committed.REPORT, Set.of());

    assertThat(one.digests()).doesNotContainAnyElementsOf(other.digests());
  }

  @Test
  void whatWasWithheldIsShownLaterAgainstTheSameRoot() {
    CommittedFields fields = CommittedFields.of(document("a", "1", "b", "2", "c", "3"), SALTS);
    JsonNode statement = statement("report", fields.root());

    Shown first = again(fields.show(ID, Committed.REPORT, Set.of("a"))).verify(ID, statement);
    Shown later = again(fields.show(ID, Committed.REPORT, Set.of("a", "c"))).verify(ID, statement);

    assertThat(first.fields()).containsOnlyKeys("a");
    assertThat(first.withheld()).isEqualTo(2);
    assertThat(later.fields()).containsOnlyKeys("a", "c");
    assertThat(later.fields().get("c")).isEqualTo(JSON.textNode("3"));
    assertThat(later.withheld()).isEqualTo(1);
  }

  /** Any part of any object: what is shown is what the object says, and nothing else verifies. */
  @Test
  void anyPartOfAnyObjectVerifiesAndNoChangedPartDoes() {
    Random random = new Random(901);
    for (int round = 0; round < 300; round++) {
      ObjectNode document = JSON.objectNode();
      int size = 1 + random.nextInt(12);
      for (int i = 0; i < size; i++) {
        document.set("f" + i, value(random, 3));
      }
      CommittedFields fields = CommittedFields.of(document, SALTS);
      JsonNode statement = statement("claim", fields.root());
      List<String> names = new ArrayList<>(fields.names());
      Collections.shuffle(names, random);
      Set<String> wanted = new TreeSet<>(names.subList(0, random.nextInt(size + 1)));

      DisclosureDocument shown = again(fields.show(ID, Committed.CLAIM, wanted));
      Shown verified = shown.verify(ID, statement);

      assertThat(verified.fields().keySet()).as("round %d", round).isEqualTo(wanted);
      verified.fields().forEach((name, value) -> assertThat(value).isEqualTo(document.get(name)));
      assertThat(verified.withheld()).isEqualTo(size - wanted.size());
      String text = new String(Json.write(shown), UTF_8);
      int at = random.nextInt(text.length());
      String changed = text.substring(0, at) + "x" + text.substring(at + 1);
      if (!changed.equals(text)) {
        assertThatThrownBy(
                () -> DisclosureDocument.parse(changed.getBytes(UTF_8)).verify(ID, statement))
            .as("round %d, character %d of %s", round, at, text)
            .isInstanceOf(RejectedInputException.class);
      }
    }
  }

  @Test
  void whatWasTamperedWithIsRefusedByItsCode() {
    refused("disclosure-unknown", d -> array(d, "disclosures").set(0, disclosure("s", "a", "9")));
    refused("disclosure-root-mismatch", d -> array(d, "_sd").remove(0));
    refused("disclosure-root-mismatch", d -> array(d, "_sd").add("z".repeat(43)));
    refused(
        "disclosure-repeated", d -> array(d, "disclosures").add(array(d, "disclosures").get(0)));
    refused("disclosure-other-root", d -> d.put("root", "0".repeat(64)));
    refused("disclosure-other-attestation", d -> d.put("attestation", "cd".repeat(32)));
    refused("disclosure-not-committed", d -> d.put("of", "claim"));
    refused("disclosure-miscounted", d -> d.put("withheld", 2));
    refused("disclosure-invalid", d -> array(d, "disclosures").set(0, JSON.textNode("%%%")));
    refused("disclosure-invalid", d -> array(d, "disclosures").set(0, JSON.textNode("e30")));
    refused("disclosure-invalid", d -> array(d, "disclosures").set(0, disclosure("s", "_sd", "9")));
    refused("disclosure-invalid", d -> array(d, "_sd").insert(0, "z".repeat(43)));
    refused("disclosure-invalid", d -> array(d, "_sd").set(0, JSON.textNode("short")));
    refused("disclosure-invalid", d -> d.put("_sd_alg", "md5"));
    refused("disclosure-invalid", d -> d.put("of", "log"));
    refused("disclosure-invalid", d -> d.put("more", 1));
    refused("disclosure-invalid", d -> d.remove("_sd"));
  }

  @Test
  void twoValuesUnderOneNameAreRefusedThoughBothAreCommitted() {
    FieldDisclosure one = FieldDisclosure.of("s", "a", JSON.textNode("1"));
    FieldDisclosure two = FieldDisclosure.of("s", "a", JSON.textNode("2"));
    List<String> digests = List.of(one.digest(), two.digest()).stream().sorted().toList();
    String root = CommittedFields.root(digests);
    DisclosureDocument both =
        new DisclosureDocument(
            ID,
            Committed.REPORT,
            root,
            digests,
            "sha-256",
            List.of(one.encoded(), two.encoded()),
            0);

    assertThatThrownBy(() -> both.verify(ID, statement("report", root)))
        .hasMessageStartingWith("disclosure-repeated");
  }

  @Test
  void whatIsOutOfBoundsIsRefused() {
    ObjectNode wide = JSON.objectNode();
    for (int i = 0; i <= RedactionLimits.FIELDS_MAX; i++) {
      wide.put("f" + i, i);
    }

    assertThatThrownBy(() -> CommittedFields.of(wide, SALTS))
        .hasMessageStartingWith("not-committable");
    assertThatThrownBy(() -> CommittedFields.of(JSON.objectNode(), SALTS))
        .hasMessageStartingWith("not-committable");
    assertThatThrownBy(() -> FieldSalts.of(new byte[31]))
        .hasMessageStartingWith("redaction-key-invalid");
    assertThatThrownBy(
            () -> DisclosureDocument.parse(new byte[RedactionLimits.DOCUMENT_BYTES_MAX + 1]))
        .hasMessageStartingWith("disclosure-too-large");
    assertThatThrownBy(() -> DisclosureDocument.parse("[".getBytes(UTF_8)))
        .hasMessageStartingWith("disclosure-invalid");
  }

  private static void refused(String code, Consumer<ObjectNode> tampering) {
    CommittedFields fields = CommittedFields.of(document("a", "1", "b", "2"), SALTS);
    ObjectNode document = (ObjectNode) Json.toTree(fields.show(ID, Committed.REPORT, Set.of("a")));
    tampering.accept(document);
    assertThatThrownBy(() ->
            DisclosureDocument.parse(Json.write(document))
                .verify(ID, statement("report", fields.root())))
        .isInstanceOfSatisfying(
            RejectedInputException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static ArrayNode array(ObjectNode document, String name) {
    return (ArrayNode) document.get(name);
  }

  private static JsonNode disclosure(String salt, String name, String value) {
    byte[] array = Json.write(List.of(salt, name, value));
    return JSON.textNode(Base64.getUrlEncoder().withoutPadding().encodeToString(array));
  }

  private static DisclosureDocument again(DisclosureDocument shown) {
    return DisclosureDocument.parse(Json.write(shown));
  }

  private static JsonNode statement(String of, String root) {
    ObjectNode statement = JSON.objectNode();
    statement.putObject("predicate").putObject("commitments").put(of, root);
    return statement;
  }

  private static ObjectNode document(String... members) {
    ObjectNode document = JSON.objectNode();
    for (int i = 0; i < members.length; i += 2) {
      document.put(members[i], members[i + 1]);
    }
    return document;
  }

  private static JsonNode value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 6)) {
      case 0 -> JSON.textNode(new String(Character.toChars(32 + random.nextInt(0xd000))));
      case 1 -> JSON.numberNode(random.nextInt());
      case 2 -> JSON.booleanNode(random.nextBoolean());
      case 3 -> JSON.nullNode();
      case 4 -> JSON.arrayNode().add(value(random, depth - 1)).add(value(random, depth - 1));
      default -> JSON.objectNode().set("n", value(random, depth - 1));
    };
  }
}
