package dev.assay.verifier.testkit;

import dev.assay.core.nocopy.NoCopyGate;
import dev.assay.schemas.Digests;
import dev.assay.schemas.message.ArtifactRef;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Producer;
import dev.assay.schemas.message.VerificationReport;
import dev.assay.schemas.message.VerificationRequest;
import dev.assay.verifier.Deadline;
import dev.assay.verifier.DependencyUnavailableException;
import dev.assay.verifier.TamperedArtifactException;
import dev.assay.verifier.VerificationScope;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scope of one run, with artifacts in memory or made while they are read. Its streams end as a
 * worker's do: with the run's time, with an interruption, and as the {@link Fault} says.
 */
public final class MemoryScope implements VerificationScope {

  /** What is wrong with every artifact. */
  public enum Fault {
    /** Nothing. */
    NONE,
    /** The object store fails halfway. */
    UNAVAILABLE,
    /** The bytes are not those that the digest names, which is known at their end. */
    TAMPERED
  }

  private static final Duration TIME = Duration.ofMinutes(2);

  private final Map<String, Supplier<? extends InputStream>> objects = new ConcurrentHashMap<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final Path scratch;
  private volatile Deadline deadline = Deadline.in(TIME);
  private volatile Fault fault = Fault.NONE;

  /** A scope with two minutes of time. */
  public MemoryScope(Path scratch) {
    this.scratch = scratch;
  }

  /** The same scope, ending at {@code end}. */
  public MemoryScope until(Deadline end) {
    deadline = end;
    return this;
  }

  /** The same scope with something wrong with every artifact. */
  public MemoryScope with(Fault wrong) {
    fault = wrong;
    return this;
  }

  /** Adds an artifact of {@code bytes}. */
  public ArtifactRef add(ArtifactRole role, byte[] bytes) {
    return add(role, "application/octet-stream", bytes, null);
  }

  /** Adds an artifact of the UTF-8 bytes of {@code text}. */
  public ArtifactRef add(ArtifactRole role, String text) {
    return add(role, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds an artifact of {@code bytes} that {@code producer} made. */
  public ArtifactRef add(
      ArtifactRole role, String mediaType, byte[] bytes, @Nullable Producer producer) {
    return new ArtifactRef(role, store(mediaType, bytes), bytes.length, mediaType, producer);
  }

  /** Adds an artifact that is made while it is read; its digest is a name of it, no more. */
  public ArtifactRef add(ArtifactRole role, long size, Supplier<? extends InputStream> bytes) {
    String name = Digests.sha256Hex(role + " " + objects.size());
    objects.put(name, bytes);
    return new ArtifactRef(role, name, size, "application/octet-stream", null);
  }

  /** The bytes of a stored document. */
  public byte[] bytes(String sha256) {
    try (InputStream in = object(sha256)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError("expected a document " + sha256 + " of the scope", e);
    }
  }

  /** The text of a stored document. */
  public String text(String sha256) {
    return new String(bytes(sha256), StandardCharsets.UTF_8);
  }

  /** How often an artifact was opened. */
  public int opened() {
    return opened.get();
  }

  /** Whether {@code artifact} is as its digest names it; a worker asks this before each PASS. */
  void requireWhole(ArtifactRef artifact) throws IOException {
    try (InputStream in = open(artifact)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  /**
   * Whether {@code report} only points to its artifacts; a worker replaces one that repeats any.
   */
  void requireNoCopy(VerificationReport report, VerificationRequest request) {
    for (ArtifactRef artifact : request.artifacts()) {
      NoCopyGate gate = NoCopyGate.of(report);
      byte[] bytes = bytes(artifact.sha256());
      gate.accept(bytes, 0, bytes.length);
      if (gate.finish().isPresent()) {
        throw new IllegalStateException(
            "expected a report that points to its artifact, found one that repeats it");
      }
    }
  }

  private InputStream object(String sha256) throws IOException {
    Supplier<? extends InputStream> bytes = objects.get(sha256);
    if (bytes == null) {
      throw new NoSuchFileException(sha256);
    }
    return bytes.get();
  }

  @Override
  public InputStream open(ArtifactRef artifact) throws IOException {
    opened.incrementAndGet();
    return new Checked(object(artifact.sha256()), artifact);
  }

  @Override
  public String store(String mediaType, byte[] document) {
    String sha256 = Digests.sha256Hex(document);
    byte[] copy = document.clone();
    objects.put(sha256, () -> new ByteArrayInputStream(copy));
    return sha256;
  }

  @Override
  public String store(String mediaType, InputStream document) throws IOException {
    try (document) {
      return store(mediaType, document.readAllBytes());
    }
  }

  @Override
  public Path scratch() {
    return scratch;
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  private final class Checked extends FilterInputStream {

    private final ArtifactRef artifact;
    private long read;

    Checked(InputStream in, ArtifactRef artifact) {
      super(in);
      this.artifact = artifact;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (deadline.isOver()) {
        throw new InterruptedIOException("the run's time is over");
      }
      long half = artifact.size() / 2;
      if (fault == Fault.UNAVAILABLE && read >= half) {
        throw new DependencyUnavailableException("the object store to answer");
      }
      int room = fault == Fault.UNAVAILABLE ? (int) Math.min(length, half - read) : length;
      int n = super.read(buffer, offset, room);
      if (n < 0 && fault == Fault.TAMPERED) {
        throw new TamperedArtifactException(artifact.sha256(), "other bytes");
      }
      read += Math.max(0, n);
      return n;
    }
  }
}
