package dev.assay.schemas.message;

/**
 * What a work item has cost so far.
 *
 * @param attempts executions that were decided
 * @param verifications reports that were attested
 * @param verifierMillis wall-clock time of the verifiers
 * @param directorSteps inputs that the director folded
 * @param modelCalls suggestions that a model made
 * @param rerunsSaved executions that were not verified because the work item had halted
 */
public record Cost(
    int attempts,
    int verifications,
    long verifierMillis,
    int directorSteps,
    int modelCalls,
    int rerunsSaved) {

  /** Of a work item of which nothing is known. */
  public static Cost none() {
    return new Cost(0, 0, 0, 0, 0, 0);
  }

  /** With one more decided execution. */
  public Cost decided(int reports, long millis, boolean rerunSaved) {
    return new Cost(
        attempts + 1,
        verifications + reports,
        verifierMillis + millis,
        directorSteps,
        modelCalls,
        rerunsSaved + (rerunSaved ? 1 : 0));
  }

  /** What was added since {@code before}. */
  public Cost since(Cost before) {
    return new Cost(
        attempts - before.attempts,
        verifications - before.verifications,
        verifierMillis - before.verifierMillis,
        directorSteps - before.directorSteps,
        modelCalls - before.modelCalls,
        rerunsSaved - before.rerunsSaved);
  }

  /** With one more input of the director. */
  public Cost stepped() {
    return new Cost(
        attempts, verifications, verifierMillis, directorSteps + 1, modelCalls, rerunsSaved);
  }

  /** With one more suggestion of a model. */
  public Cost advised() {
    return new Cost(
        attempts, verifications, verifierMillis, directorSteps, modelCalls + 1, rerunsSaved);
  }
}
