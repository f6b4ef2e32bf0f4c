package dev.assay.runtime.trace;

/** One stage of one execution's way through the pipeline; a span when tracing is on. */
public interface Stage extends AutoCloseable {

  /** A stage that nobody watches. */
  Stage NONE =
      new Stage() {
        @Override
        public Stage with(String name, String value) {
          return this;
        }

        @Override
        public Stage with(String name, long value) {
          return this;
        }

        @Override
        public void failed(Throwable cause) {}

        @Override
        public void close() {}
      };

  /** Adds what is known about the stage. */
  Stage with(String name, String value);

  /** Adds a number that is known about the stage. */
  Stage with(String name, long value);

  /** Marks the stage as one that did not work. */
  void failed(Throwable cause);

  /** Ends the stage. */
  @Override
  void close();
}
