package dev.assay.director;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/**
 * Keeps RocksDB's memory to one small cache for all partitions of this process, and two write
 * buffers for each of their stores: large enough that most of a work item's states replace each
 * other before any of them is written to a file. What is written is compressed in blocks of so many
 * values that what repeats from one to the next goes: quickly while it will be merged again, well
 * where it stays.
 */
public final class DirectorRocksDbConfig implements RocksDBConfigSetter {

  private static final long CACHE_BYTES_MAX = 32L * 1024 * 1024;
  private static final long WRITE_BUFFER_BYTES_MAX = 32L * 1024 * 1024;
  private static final int WRITE_BUFFERS_MAX = 2;

  /** Read and unpacked as one, some 30 values of work items. */
  private static final long BLOCK_BYTES = 32L * 1024;

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
  }

  @Override
  public void close(String storeName, Options options) {
    // The cache is shared by all stores of the process and lives as long as it does.
  }
}
