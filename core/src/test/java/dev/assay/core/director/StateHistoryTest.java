package dev.assay.core.director;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.sim.Item;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.avro.AvroCodec;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.topic.Topic;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What docs/design/0240-schemas-keep-their-history.md and 0400-a-work-item-value-by-value.md
 * promise of the director's stored state.
 */
class StateHistoryTest {

  private static final String RESOURCES = "core/src/main/resources/dev/assay/core/director/";

  /** Every type of value that a store may hold. */
  static Stream<Class<?>> types() {
    return Stream.of(ItemValue.class.getPermittedSubclasses());
  }

  /** A type with the number of a version of its schema. */
  record Version(Class<?> type, int number) {}

  static Stream<Version> versions() {
    return types()
        .flatMap(type ->
            IntStream.rangeClosed(1, AvroCodec.beside(type).history().size())
                .mapToObj(number -> new Version(type, number)));
  }

  @ParameterizedTest
  @MethodSource("types")
  void theSchemaOfAValueIsTheNewestOfItsHistory(Class<?> type) throws Exception {
    String name = type.getSimpleName();
    int newest = AvroCodec.beside(type).history().size();

    assertThat(newest == 0 ? "nothing" : text("history/" + name + "/" + newest))
        .as(
            "expected %2$s.avsc to be recorded as it is; next: cp %1$s%2$s.avsc"
                + " %1$shistory/%2$s/%3$d.avsc (only when nothing but text or defaults changed:"
                + " %4$d.avsc)",
            RESOURCES, name, newest + 1, newest)
        .isEqualTo(text(name));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void anOldDirectorReadsNewValuesAndTheReverse(Version version) {
    List<Schema> history = AvroCodec.beside(version.type()).history();

    for (Schema other : history) {
      assertThat(
              SchemaCompatibility.checkReaderWriterCompatibility(
                      other, history.get(version.number() - 1))
                  .getType())
          .as("%s reads what %s wrote; next: give new fields a default", other, version)
          .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aValueOfEveryVersionIsReadWithAllThatItSays(Version version) {
    AvroCodec<?> codec = AvroCodec.beside(version.type());
    Schema recorded = codec.history().get(version.number() - 1);
    List<byte[]> values = version.type() == PriorItemState.class ? priorStates() : values(version);

    assertThat(values).isNotEmpty();
    for (byte[] value : values) {
      byte[] written = rewritten(value, codec.history(), recorded);
      assertThat(rewritten(readAndWritten(codec, written), codec.history(), recorded))
          .isEqualTo(written);
    }
  }

  private static List<byte[]> values(Version version) {
    List<byte[]> values = new ArrayList<>();
    Stream.concat(recorded().values().stream().map(StateHistoryTest::folded), Stream.of(queued()))
        .forEach(item ->
            item.values()
                .forEach((key, value) -> {
                  if (version.type().isInstance(value)) {
                    values.add(key.encode(value));
                  }
                }));
    return values;
  }

  /** A work item whose second attempt came before the first was decided, and is planned now. */
  private static Item queued() {
    World world = new World(Facts.policy());
    world.submit(World.execution("w", 1).build());
    world.submit(World.execution("w", 2).build());
    world.report(Facts.report(world.open.remove(), Result.FAIL));
    return world.state("w");
  }

  private static List<byte[]> priorStates() {
    return recorded().values().stream().flatMap(List::stream).map(Step::state).toList();
  }

  private static <T> byte[] readAndWritten(AvroCodec<T> codec, byte[] bytes) {
    return switch (codec.decode(bytes)) {
      case Parsed.Accepted<T>(T value) -> codec.encode(value);
      case Parsed.Rejected<T>(var rejection) -> throw rejection.asException();
    };
  }

  /**
   * What a director of version {@code to} gets from bytes under one of {@code known}, in bytes that
   * Avro writes.
   */
  private static byte[] rewritten(byte[] bytes, List<Schema> known, Schema to) {
    try {
      BinaryMessageDecoder<GenericRecord> reader =
          new BinaryMessageDecoder<>(GenericData.get(), to);
      known.forEach(reader::addSchema);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new BinaryMessageEncoder<GenericRecord>(GenericData.get(), to)
          .encode(reader.decode(bytes), out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = ItemState.class.getResourceAsStream(resource + ".avsc")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * An input that the build before the split folded, with the whole state that it stored then and
   * what it sent.
   */
  record Step(
      String workItem, String kind, String time, String message, String whole, String sent) {

    /** The state after it, as it was stored. */
    byte[] state() {
      return Base64.getDecoder().decode(whole);
    }

    Outcome outcome(DirectorStep step, Item before) {
      return switch (kind) {
        case "execution" -> step.onExecution(before, read(Topic.EXECUTIONS), time);
        case "report" -> step.onReport(before, read(Topic.REPORTS), time);
        case "fact" -> step.onFact(before, read(Topic.GOVERNANCE), time);
        default -> throw new IllegalArgumentException("expected an input, found " + kind);
      };
    }

    private <T> T read(Topic<T> topic) {
      return switch (topic.codec().decode(Base64.getDecoder().decode(message))) {
        case Parsed.Accepted<T>(T read) -> read;
        case Parsed.Rejected<T>(var rejection) -> throw rejection.asException();
      };
    }
  }

  /** Work items of the build before: a split with its children, a halt, a question, a queue. */
  static Map<String, List<Step>> recorded() {
    try (InputStream in =
            StateHistoryTest.class.getResourceAsStream("states-of-the-prior-build.tsv.gz");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    new GZIPInputStream(Objects.requireNonNull(in)), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .map(line -> List.of(line.split("\t", -1)))
          .map(f -> new Step(f.get(0), f.get(1), f.get(2), f.get(3), f.get(4), f.get(5)))
          .collect(groupingBy(Step::workItem, LinkedHashMap::new, toList()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<List<Step>> workItems() {
    return recorded().values().stream();
  }

  private static Item folded(List<Step> steps) {
    DirectorStep director =
        new DirectorStep(Facts.policy().beforeEvidence(), Edition.BEFORE_FLEETS);
    Item item = Item.nothing();
    for (Step step : steps) {
      item = item.after(step.outcome(director, item)).next();
    }
    return item;
  }

  @ParameterizedTest
  @MethodSource("workItems")
  void anOldDirectoryIsReplayedToTheSameIds(List<Step> steps) {
    assertThat(sent(Item.nothing(), steps)).isEqualTo(steps.stream().map(Step::sent).toList());
  }

  @ParameterizedTest
  @MethodSource("workItems")
  void aStateOfTheBuildBeforeIsTheSameStateAndLeadsToTheSameIds(List<Step> steps) {
    for (int taken = 1; taken <= steps.size(); taken++) {
      ItemValue whole = ItemKey.HEAD.decode(steps.get(taken - 1).state());
      Item before = new Item(Map.of(ItemKey.HEAD, whole));
      Item split =
          Item.nothing().after(new Outcome(ItemState.of(before), List.of())).next().stored();
      Item folded = folded(steps.subList(0, taken));
      List<Step> rest = steps.subList(taken, steps.size());

      assertThat(whole).isInstanceOf(PriorItemState.class);
      assertThat(split.head()).isEqualTo(folded.head());
      assertThat(split.executions()).isEqualTo(folded.executions());
      assertThat(split.facts()).isEqualTo(folded.facts());
      assertThat(sent(before, rest)).isEqualTo(rest.stream().map(Step::sent).toList());
    }
  }

  private static List<String> sent(Item from, List<Step> steps) {
    DirectorStep director =
        new DirectorStep(Facts.policy().beforeEvidence(), Edition.BEFORE_FLEETS);
    Item item = from;
    List<String> sent = new ArrayList<>();
    for (Step step : steps) {
      Item.Step made = item.after(step.outcome(director, item));
      item = made.next().stored();
      sent.add(made.emissions().stream().map(StateHistoryTest::id).collect(joining(", ")));
    }
    return sent;
  }

  private static String id(Emission emission) {
    return switch (emission) {
      case Emission.RequestVerification(var request, _) -> "ask " + request.requestId();
      case Emission.Attest attest -> "attest " + attest.statement().id();
      case Emission.Decide(var decision) -> "decide " + decision.id();
      case Emission.NotifyWorkItem(var fact) -> "tell " + fact.id();
      case Emission.Refuse(var rejection, _) -> "refuse " + rejection.code();
      case Emission.PublishWorkItem(var item) -> "show " + item.status();
    };
  }
}
