package dev.assay.director;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/**
 * Keeps RocksDB's memory to one small cache for all partitions of this process, and two write
 * buffers for each of their stores: large enough that most of a work item's states replace each
 * other before any of them is written to a file. What is written is compressed in blocks of so many
 * values that what repeats from one to the next goes: quickly while it will be merged again, well
 * where it stays, there with what blocks of a file have in common as its dictionary.
 */
public final class DirectorRocksDbConfig implements RocksDBConfigSetter {

  private static final long CACHE_BYTES_MAX = 32L * 1024 * 1024;
  private static final long WRITE_BUFFER_BYTES_MAX = 32L * 1024 * 1024;
  private static final int WRITE_BUFFERS_MAX = 2;

  /** Read and unpacked as one, some 30 values of work items. */
  private static final long BLOCK_BYTES = 32L * 1024;

  /** What the values of two or three work items have, of which the texts are the same in all. */
  private static final int DICTIONARY_BYTES_MAX = 16 * 1024;

  /**
   * A file's values wait in memory, unpacked, for its dictionary; so many at most, for this is also
   * the size at which merging goes on with another file.
   */
  private static final long MERGED_FILE_BYTES_MAX = 8L * 1024 * 1024;

  /** Level of Zstandard where values stay: with a dictionary a higher one gives nothing. */
  private static final int LEVEL = 1;

  private static final CompressionOptions WHERE_IT_STAYS =
      new CompressionOptions()
          .setEnabled(true)
          .setLevel(LEVEL)
          .setMaxDictBytes(DICTIONARY_BYTES_MAX);

  private static final LRUCache CACHE = new LRUCache(CACHE_BYTES_MAX);

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    if (options.tableFormatConfig() instanceof BlockBasedTableConfig table) {
      table.setBlockCache(CACHE);
      table.setBlockSize(BLOCK_BYTES);
      options.setTableFormatConfig(table);
    }
    options.setWriteBufferSize(WRITE_BUFFER_BYTES_MAX);
    options.setMaxWriteBufferNumber(WRITE_BUFFERS_MAX);
    options.setCompressionType(CompressionType.LZ4_COMPRESSION);
    options.setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
    options.setBottommostCompressionOptions(WHERE_IT_STAYS);
    options.setTargetFileSizeBase(MERGED_FILE_BYTES_MAX);
  }

  @Override
  public void close(String storeName, Options options) {
    // The cache and the options are shared by all stores and live as long as the process does.
  }
}
