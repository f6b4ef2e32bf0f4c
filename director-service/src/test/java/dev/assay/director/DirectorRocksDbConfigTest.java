package dev.assay.director;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Digests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class DirectorRocksDbConfigTest {

  private static final int VALUES = 4_000;

  /** A digest in hexadecimal digits has 32 bytes, whatever compresses it. */
  private static final int BYTES_OF_A_VALUE_MAX = 60;

  /** Lines that every value has, and that are like nothing else. */
  private static final String TEXT =
      IntStream.range(0, 40).mapToObj(line -> Digests.sha256Hex("line " + line)).toList() + " ";

  @TempDir Path directory;

  @Test
  void whatAllValuesHaveTakesNextToNoRoom() throws Exception {
    try (Options options = ours();
        RocksDB store = RocksDB.open(options, directory.toString())) {
      put(store, 0);
      store.compactRange();
    }

    assertThat(bytes()).isLessThan((long) VALUES * BYTES_OF_A_VALUE_MAX);
  }

  @Test
  void aStoreOfTheBuildBeforeIsReadAndGoneOnWith() throws Exception {
    try (Options before = asBefore();
        RocksDB store = RocksDB.open(before, directory.toString())) {
      put(store, 0);
      store.compactRange();
    }
    try (Options options = ours();
        RocksDB store = RocksDB.open(options, directory.toString())) {
      put(store, VALUES);

      for (int n = 0; n < 2 * VALUES; n += 97) {
        assertThat(store.get(key(n))).isEqualTo(value(n));
      }
      store.compactRange();
      for (int n = 0; n < 2 * VALUES; n += 97) {
        assertThat(store.get(key(n))).isEqualTo(value(n));
      }
    }
  }

  private static Options plain() {
    RocksDB.loadLibrary();
    return new Options()
        .setCreateIfMissing(true)
        .setCompactionStyle(CompactionStyle.UNIVERSAL)
        .setTableFormatConfig(new BlockBasedTableConfig());
  }

  private static Options ours() {
    Options options = plain();
    new DirectorRocksDbConfig().setConfig(DirectorTopology.STORE, options, Map.of());
    return options;
  }

  private static Options asBefore() {
    return plain()
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
  }

  private static void put(RocksDB store, int first) throws RocksDBException {
    for (int n = first; n < first + VALUES; n++) {
      store.put(key(n), value(n));
    }
  }

  private static byte[] key(int n) {
    return "work-item-%06d".formatted(n).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] value(int n) {
    return (TEXT + Digests.sha256Hex("value " + n)).getBytes(StandardCharsets.UTF_8);
  }

  /** Bytes of the files that values lie in. */
  private long bytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".sst")).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
