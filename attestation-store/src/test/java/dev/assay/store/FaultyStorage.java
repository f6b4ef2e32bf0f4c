package dev.assay.store;

import dev.assay.store.log.LogStorage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A real storage that stops working at one chosen step, as a full disk or a kill would have it. */
final class FaultyStorage implements LogStorage {

  /** How far the chosen step gets. */
  enum Fault {
    /** Nothing of it happens. */
    BEFORE,
    /** Half of its files are written. */
    HALFWAY,
    /** All of it happens, but nobody hears of it. */
    AFTER
  }

  private final LogStorage real;
  private Fault fault = Fault.BEFORE;
  private int stepsLeft = Integer.MAX_VALUE;

  FaultyStorage(LogStorage real) {
    this.real = real;
  }

  /** From now on the step after {@code steps} more fails, and every one after it until healed. */
  void failAfter(int steps, Fault how) {
    stepsLeft = steps;
    fault = how;
  }

  void heal() {
    stepsLeft = Integer.MAX_VALUE;
  }

  /** Whether the chosen step has come. */
  boolean failed() {
    return stepsLeft < 0;
  }

  private boolean fails() {
    return stepsLeft != Integer.MAX_VALUE && --stepsLeft < 0;
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    return real.read(name);
  }

  @Override
  public void writeOnce(Collection<LogStorage.LogFile> files) throws IOException {
    if (!fails()) {
      real.writeOnce(files);
      return;
    }
    List<LogStorage.LogFile> written = new ArrayList<>(files);
    switch (fault) {
      case BEFORE -> written.clear();
      case HALFWAY -> written.subList(written.size() / 2, written.size()).clear();
      case AFTER -> {}
    }
    real.writeOnce(written);
    throw new IOException("no space left on device");
  }

  @Override
  public void replace(LogStorage.LogFile file) throws IOException {
    boolean failing = fails();
    if (!failing || fault == Fault.AFTER) {
      real.replace(file);
    }
    if (failing) {
      throw new IOException("no space left on device");
    }
  }

  @Override
  public List<String> names() throws IOException {
    return real.names();
  }

  @Override
  public void close() throws IOException {
    real.close();
  }
}
