package dev.assay.core.sim;

import dev.assay.core.director.DirectorStep;
import dev.assay.core.director.ItemReader;
import dev.assay.core.director.Outcome;
import dev.assay.schemas.message.ExecutionEvent;
import dev.assay.schemas.message.GovernanceFact;
import dev.assay.schemas.message.ReportMessage;

/** What a director is given, with the time of its record. */
sealed interface Input {

  /** RFC 3339 time of the record. */
  String time();

  /** The work item that it is about. */
  String workItem();

  /** What comes of it. */
  Outcome outcome(DirectorStep director, ItemReader known);

  /** The step that it makes. */
  default Item.Step step(DirectorStep director, Item known) {
    return known.after(outcome(director, known));
  }

  /** An execution. */
  record Execute(ExecutionEvent event, String time) implements Input {

    @Override
    public String workItem() {
      return event.data().workItem();
    }

    @Override
    public Outcome outcome(DirectorStep director, ItemReader known) {
      return director.onExecution(known, event, time);
    }

    @Override
    public String toString() {
      return "execution " + event.id() + " attempt " + event.data().attempt();
    }
  }

  /** A report. */
  record Report(ReportMessage message, String time) implements Input {

    @Override
    public String workItem() {
      return message.workItem();
    }

    @Override
    public Outcome outcome(DirectorStep director, ItemReader known) {
      return director.onReport(known, message, time);
    }

    @Override
    public String toString() {
      return "report "
          + message.report().result()
          + " on "
          + message.requestId().substring(0, 8)
          + " attempt "
          + message.attempt()
          + (message.lens() == null ? "" : " lens " + message.lens());
    }
  }

  /** Another fact. */
  record Tell(GovernanceFact fact, String time) implements Input {

    @Override
    public String workItem() {
      return fact.workItem();
    }

    @Override
    public Outcome outcome(DirectorStep director, ItemReader known) {
      return director.onFact(known, fact, time);
    }

    @Override
    public String toString() {
      return fact.kind() + " " + fact.related() + " " + fact.answer();
    }
  }
}
