package dev.assay.cfverify.judge;

/**
 * Asks a second judge about what the first found consistent, and takes the second's word only when
 * it is worse. A second judge that is fooled by the snippet therefore changes nothing.
 */
public final class DowngradingJudge implements ConsistencyJudge {

  private final ConsistencyJudge first;
  private final ConsistencyJudge second;

  /** {@code first} decides, {@code second} may object. */
  public DowngradingJudge(ConsistencyJudge first, ConsistencyJudge second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public Judgement judge(Case subject) {
    Judgement judgement = first.judge(subject);
    return switch (judgement) {
      case Judgement.Consistent _ -> second.judge(subject);
      case Judgement.Contradicts _, Judgement.Undecided _ -> judgement;
    };
  }
}
