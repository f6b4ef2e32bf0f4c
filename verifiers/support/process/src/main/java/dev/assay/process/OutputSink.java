package dev.assay.process;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where a process's standard output and standard error go, interleaved as they were written. */
@FunctionalInterface
public interface OutputSink {

  /** Drops everything. */
  OutputSink NOWHERE = _ -> {};

  /**
   * Takes the next bytes; the buffer is reused after the call returns.
   *
   * @throws IOException when the bytes could not be kept; the run goes on and its outcome says so
   */
  void accept(ByteBuffer bytes) throws IOException;
}
