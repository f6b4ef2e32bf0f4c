package dev.assay.cli.client;

import dev.assay.cli.Choice;
import dev.assay.core.export.AttestationFormat;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.message.EvidenceBasis;
import dev.assay.schemas.message.Hyperthesis;
import dev.assay.schemas.message.Result;
import dev.assay.schemas.message.Risk;
import dev.assay.schemas.message.WorkItemStatus;
import java.util.Arrays;
import java.util.List;

/** What options of more than one command may be told, and what the API names. */
final class Choices {

  private Choices() {}

  /** Where work items stand. */
  static final class Statuses extends Choice {
    @Override
    protected List<String> values() {
      return words(WorkItemStatus.values());
    }
  }

  /** What verifiers found. */
  static final class Results extends Choice {
    @Override
    protected List<String> values() {
      return names(Result.values());
    }
  }

  /** How things are known. */
  static final class Bases extends Choice {
    @Override
    protected List<String> values() {
      return names(EvidenceBasis.values());
    }
  }

  /** Why something was not seen. */
  static final class Reasons extends Choice {
    @Override
    protected List<String> values() {
      return names(Hyperthesis.Why.values());
    }
  }

  /** Codes of what was refused. */
  static final class Codes extends Choice {
    @Override
    protected List<String> values() {
      return names(ErrorCode.values());
    }
  }

  /** Formats of attestations. */
  static final class Formats extends Choice {
    @Override
    protected List<String> values() {
      return Arrays.stream(AttestationFormat.values()).map(AttestationFormat::wire).toList();
    }
  }

  /** Risks of work. */
  static final class Risks extends Choice {
    @Override
    protected List<String> values() {
      return words(Risk.values());
    }
  }
}
