package dev.assay.schemas.message;

import dev.assay.schemas.Require;

/** A change of mood and what triggered it. */
public record MoodTransition(Mood from, Mood to, MoodTrigger trigger) {

  public MoodTransition {
    from = Require.present("transitions.from", from);
    to = Require.present("transitions.to", to);
    trigger = Require.present("transitions.trigger", trigger);
  }
}
