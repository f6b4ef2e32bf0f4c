package dev.assay.schemas.avro;

import dev.assay.schemas.Parsed;
import dev.assay.schemas.message.Golden;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * Decodes damaged messages, in every version of their schemas. Whatever the bytes: they are
 * refused, or they are a message that is encoded and decoded again as itself. Lengths that the
 * bytes do not hold must not take memory, so that a small heap is enough.
 */
public final class AvroFuzz {

  /** A zigzag number far beyond the bytes that follow: 1 GiB, 2^31 - 1, -2^31, the least long. */
  private static final List<String> NUMBERS =
      List.of("8080808008", "feffffff0f", "ffffffff0f", "ffffffffffffffffff01", "00", "01", "02");

  /**
   * A message in one version of its schema.
   *
   * @param bytes the message, a byte in each character
   */
  private record Seed(String name, AvroCodec<Object> codec, String bytes) {}

  private static final List<Seed> SEEDS = seeds();

  private AvroFuzz() {}

  /**
   * Decodes the damaged message of a seed; answers its name and {@code read} or {@code refused}.
   *
   * @throws AssertionError when a promise is broken
   */
  static String decoded(long seed) {
    Random random = new Random(seed);
    Seed whole = SEEDS.get(random.nextInt(SEEDS.size()));
    byte[] damaged = damaged(whole.bytes(), random).getBytes(StandardCharsets.ISO_8859_1);
    try {
      return whole.name() + " " + decoded(whole.codec(), damaged);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(whole.name() + " " + HexFormat.of().formatHex(damaged), e);
    }
  }

  private static String decoded(AvroCodec<Object> codec, byte[] damaged) {
    Parsed<Object> read = codec.decode(damaged);
    return switch (read) {
      case Parsed.Rejected<Object> _ -> "refused";
      case Parsed.Accepted<Object>(Object message) -> {
        Parsed<Object> again = codec.decode(codec.encode(message));
        if (!again.equals(read)) {
          throw new AssertionError("expected " + message + " again, found " + again);
        }
        yield "read";
      }
    };
  }

  private static String damaged(String whole, Random random) {
    StringBuilder bytes = new StringBuilder(whole);
    for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
      int at =
          random.nextInt(20) == 0
              ? 0
              : Math.min(bytes.length(), 10 + random.nextInt(bytes.length() + 1));
      int end = Math.min(bytes.length(), at + random.nextInt(20));
      switch (random.nextInt(5)) {
        case 0 -> bytes.delete(at, end);
        case 1 -> bytes.insert(at, bytes.substring(at, end));
        case 2 -> bytes.insert(at, (char) random.nextInt(256));
        case 3 -> bytes.replace(at, end, String.valueOf((char) random.nextInt(256)));
        default -> bytes.replace(at, Math.min(bytes.length(), at + 1), number(random));
      }
    }
    return bytes.toString();
  }

  private static String number(Random random) {
    String hex = NUMBERS.get(random.nextInt(NUMBERS.size()));
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
  }

  private static List<Seed> seeds() {
    List<Seed> seeds = new ArrayList<>();
    Golden.in("")
        .forEach(document -> {
          AvroCodec<Object> codec = Codecs.of(document.message());
          byte[] today = codec.encode(document.value());
          List<Schema> versions = codec.history();
          for (int i = 0; i < versions.size(); i++) {
            String name = document.message() + " version " + (i + 1);
            byte[] written = Codecs.rewritten(today, codec.schema(), versions.get(i));
            seeds.add(new Seed(name, codec, new String(written, StandardCharsets.ISO_8859_1)));
          }
        });
    return List.copyOf(seeds);
  }

  /** Arguments: first seed, number of messages. Ends with exit code 1 at a broken promise. */
  public static void main(String[] args) {
    long first = Long.parseLong(args[0]);
    long messages = Long.parseLong(args[1]);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (long seed = first; seed < first + messages; seed++) {
      try {
        outcomes.merge(decoded(seed), 1, Integer::sum);
      } catch (AssertionError e) {
        System.out.println("seed " + seed + " breaks a promise");
        e.printStackTrace(System.out);
        System.exit(1);
      }
      if ((seed - first + 1) % 200_000 == 0) {
        System.err.println((seed - first + 1) + " of " + messages + " messages");
      }
    }
    outcomes.forEach((outcome, count) -> System.out.printf("%-40s %9d%n", outcome, count));
    System.out.println(messages + " messages from seed " + first + ": no promise broken");
  }
}
