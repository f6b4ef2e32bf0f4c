package dev.assay.artifact;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Zstandard frames (RFC 8878) of small documents, with a dictionary of what such documents say. A
 * frame does not name its dictionary: whoever keeps frames says which they have. Safe for many
 * threads.
 */
public final class ZstdDictionary {

  /**
   * Contexts of the library that are kept for the next document; a new one costs half of a packing.
   */
  private static final int CONTEXTS_MAX = 8;

  private final ZstdDictCompress packing;
  private final ZstdDictDecompress unpacking;
  private final BlockingQueue<ZstdCompressCtx> packers = new ArrayBlockingQueue<>(CONTEXTS_MAX);
  private final BlockingQueue<ZstdDecompressCtx> unpackers = new ArrayBlockingQueue<>(CONTEXTS_MAX);

  /**
   * The dictionary of {@code content}, which never changes.
   *
   * @param level of compression, as the library counts
   */
  public ZstdDictionary(byte[] content, int level) {
    this.packing = new ZstdDictCompress(content, level);
    this.unpacking = new ZstdDictDecompress(content);
  }

  /** {@code document} in a frame, which may be longer. */
  public byte[] compressed(byte[] document) {
    ZstdCompressCtx kept = packers.poll();
    ZstdCompressCtx packer = kept == null ? new ZstdCompressCtx().loadDict(packing) : kept;
    byte[] frame = packer.compress(document);
    if (!packers.offer(packer)) {
      packer.close();
    }
    return frame;
  }

  /** The document in {@code frame}; empty when there is none of at most {@code bytesMax} bytes. */
  public Optional<byte[]> decompressed(byte[] frame, int bytesMax) {
    long size = frame.length == 0 ? -1 : Zstd.getFrameContentSize(frame);
    if (size < 0 || size > bytesMax) {
      return Optional.empty();
    }
    ZstdDecompressCtx kept = unpackers.poll();
    ZstdDecompressCtx unpacker = kept == null ? new ZstdDecompressCtx().loadDict(unpacking) : kept;
    try {
      byte[] document = unpacker.decompress(frame, (int) size);
      if (!unpackers.offer(unpacker)) {
        unpacker.close();
      }
      return Optional.of(document);
    } catch (ZstdException _) {
      unpacker.close(); // what the damage left in it goes with it
      return Optional.empty();
    }
  }
}
