package dev.assay.runtime.trace;

/** One step of one execution's way through the pipeline, recorded when tracing is on. */
public interface Span extends AutoCloseable {

  /** A span that nobody watches. */
  Span NONE =
      new Span() {
        @Override
        public Span with(String name, String value) {
          return this;
        }

        @Override
        public Span with(String name, long value) {
          return this;
        }

        @Override
        public void failed(Throwable cause) {}

        @Override
        public void close() {}
      };

  /** Adds what is known about the span. */
  Span with(String name, String value);

  /** Adds a number that is known about the span. */
  Span with(String name, long value);

  /** Marks the span as one that did not work. */
  void failed(Throwable cause);

  /** Ends the span. */
  @Override
  void close();
}
