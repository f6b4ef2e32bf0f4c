package dev.assay.testreport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.message.Result;
import dev.assay.verifier.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SarifTest {

  private static final String RULES =
      "{'id':'A','guid':'g-a','defaultConfiguration':{'level':'error'}},"
          + "{'id':'B','defaultConfiguration':{'level':'note'}},"
          + "{'id':'B/strict','defaultConfiguration':{'level':'error'}},{'id':'C'}";

  private static final String TOOL =
      "{'driver':{'name':'d','rules':["
          + RULES
          + "]},'extensions':[{'name':'e','guid':'g-e','rules':["
          + "{'id':'A','defaultConfiguration':{'level':'note'}},"
          + "{'id':'X','defaultConfiguration':{'level':'error'}}]}]}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'ruleId':'A'                                                       | FAIL",
        "'ruleId':'A/sub/of/it'                                             | FAIL",
        "'ruleId':'Apple'                                                   | PASS",
        "'ruleId':'B'                                                       | PASS",
        "'ruleId':'B/strict/very'                                           | FAIL",
        "'ruleId':'B/lax'                                                   | PASS",
        "'ruleId':'not described'                                           | PASS",
        "'ruleIndex':0                                                      | FAIL",
        "'ruleIndex':1                                                      | PASS",
        "'rule':{'guid':'g-a'}                                              | FAIL",
        "'rule':{'id':'A','guid':'g-unknown'}                               | FAIL",
        "'rule':{'guid':'g-unknown'}                                        | INCONCLUSIVE",
        "'rule':{'index':0}                                                 | FAIL",
        "'rule':{'index':0,'toolComponent':{'index':0}}                     | PASS",
        "'rule':{'index':1,'toolComponent':{'index':0}}                     | FAIL",
        "'rule':{'index':1,'toolComponent':{'guid':'g-e'}}                  | FAIL",
        "'rule':{'index':1,'toolComponent':{'name':'e'}}                    | FAIL",
        "'rule':{'id':'A','toolComponent':{'index':0}}                      | PASS",
        "'ruleId':'X'                                                       | FAIL",
        "'ruleId':'A','ruleIndex':1                                         | FAIL",
        "'ruleId':'B','ruleIndex':0                                         | FAIL",
        "'ruleIndex':9                                                      | INCONCLUSIVE",
        "'ruleId':'B','ruleIndex':9                                         | INCONCLUSIVE",
        "'ruleIndex':1,'rule':{'index':0}                                   | INCONCLUSIVE",
        "'ruleId':'B','rule':{'id':'A'}                                     | INCONCLUSIVE",
        "'rule':{'index':1,'toolComponent':{'index':1}}                     | INCONCLUSIVE",
        "'rule':{'id':'B','toolComponent':{'guid':'g-unknown'}}             | INCONCLUSIVE",
        "'ruleId':'B','provenance':{'invocationIndex':1}                    | INCONCLUSIVE",
        "'ruleId':'B','provenance':{'invocationIndex':-1}                   | PASS",
      })
  void aResultWithoutALevelHasTheLevelOfTheRuleThatItNames(String members, Result expected) {
    assertThat(judge("'tool':" + TOOL + ",'invocations':[{}]", members)).isEqualTo(expected);
    assertThat(judge("'invocations':[{}]", members, "'tool':" + TOOL)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'id':'B'}                                   | error | 'ruleId':'B'            | FAIL",
        "{'index':1}                                  | error | 'ruleId':'B'            | FAIL",
        "{'id':'B'}                                   | error | 'ruleIndex':1           | FAIL",
        "{'id':'B'}                                   | error | 'ruleId':'B/lax'        | FAIL",
        "{'id':'B/lax'}                               | error | 'ruleId':'B/lax'        | FAIL",
        "{'id':'B'}                                   | error | 'ruleId':'C'            | PASS",
        "{'id':'A'}                                   | note  | 'ruleId':'A'            | PASS",
        "{'guid':'g-a'}                               | note  | 'ruleId':'A'            | PASS",
        "{'id':'A/sub'}                               | note  | 'ruleId':'A'            | FAIL",
        "{'id':'A','toolComponent':{'index':0}}       | error | 'ruleId':'B'            | PASS",
        "{'index':1,'toolComponent':{'index':0}}      | note  | 'ruleId':'X'            | PASS",
        "{'id':'not described'}                       | error | 'ruleId':'not described'| FAIL",
        "{'index':9}                                  | error | 'ruleId':'B'            | INCONCLUSIVE",
        "{'id':'A','index':1}                         | note  | 'ruleId':'A'            | INCONCLUSIVE",
        "{}                                           | error | 'ruleId':'B'            | INCONCLUSIVE",
      })
  void anInvocationMayGiveARuleAnotherLevel(
      String descriptor, String level, String members, Result expected) {
    String invocations =
        "'invocations':[{'ruleConfigurationOverrides':[" + override(descriptor, level) + "]}]";
    String inIt = members + ",'provenance':{'invocationIndex':0}";

    assertThat(judge("'tool':" + TOOL + "," + invocations, inIt)).isEqualTo(expected);
    assertThat(judge("'tool':" + TOOL, inIt, invocations)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'ruleId':'B','provenance':{'invocationIndex':0} | PASS",
        "'ruleId':'B','provenance':{'invocationIndex':1} | FAIL",
        "'ruleId':'B'                                    | FAIL",
        "'ruleId':'A','provenance':{'invocationIndex':0} | PASS",
        "'ruleId':'A','provenance':{'invocationIndex':1} | FAIL",
        "'ruleId':'A'                                    | FAIL",
      })
  void theMostSevereInvocationCountsWhereNoneIsTold(String members, Result expected) {
    String invocations =
        "'invocations':[{'ruleConfigurationOverrides':["
            + override("{'id':'A'}", "note")
            + "]},{'ruleConfigurationOverrides':["
            + override("{'id':'B'}", "error")
            + "]}]";

    assertThat(judge("'tool':" + TOOL + "," + invocations, members)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'ruleId':'R','ruleIndex':0 | FAIL",
        "'ruleId':'R','ruleIndex':1 | PASS",
        "'ruleId':'R'               | FAIL",
      })
  void rulesWithOneIdAreToldApartByTheirPlace(String members, Result expected) {
    String tool =
        "'tool':{'driver':{'rules':[{'id':'R','defaultConfiguration':{'level':'error'}},"
            + "{'id':'R','defaultConfiguration':{'level':'note'}}]}}";
    String overridden =
        "'invocations':[{'ruleConfigurationOverrides':[" + override("{'id':'R'}", "note") + "]}]";

    assertThat(judge(tool, members)).isEqualTo(expected);
    assertThat(judge(tool + "," + overridden, members)).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'driver':{}", "'extensions':[{}]", "'invocations':[{}]"})
  void rulesAndInvocationsInAnotherFileAreNotSeen(String reference) {
    String run = "'tool':{'driver':{}},'externalPropertyFileReferences':{" + reference + "}";

    assertThat(judge(run, "'ruleId':'B'")).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void resultsBesideTheirRunAreNotSeen() {
    String document =
        "{'version':'2.1.0','inlineExternalProperties':[{'results':[{'level':'error',"
            + "'message':{'text':'bad'}}]}],'runs':[{'tool':{'driver':{}},'results':[]}]}";

    assertThat(Runs.judge(document.replace('\'', '"'), 0).result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'executionSuccessful':true,'toolConfigurationNotifications':[{'level':'error'}] | INCONCLUSIVE",
        "'executionSuccessful':true,'toolExecutionNotifications':[{'level':'error'}]     | INCONCLUSIVE",
        "'executionSuccessful':true,'toolConfigurationNotifications':[{'level':'note'}]  | PASS",
        "'executionSuccessful':true,'toolConfigurationNotifications':[{}]                | PASS",
        "'executionSuccessful':true,'exitSignalName':'SIGKILL'                           | INCONCLUSIVE",
        "'executionSuccessful':true,'exitSignalNumber':9                                 | INCONCLUSIVE",
        "'executionSuccessful':true,'processStartFailureMessage':'no such file'          | INCONCLUSIVE",
        "'executionSuccessful':true,'exitSignalName':null,'exitSignalNumber':0           | PASS",
        "'executionSuccessful':true,'exitCode':2                                         | PASS",
        "'exitCode':2                                                                    | INCONCLUSIVE",
        "'exitCode':0                                                                    | PASS",
      })
  void anInvocationThatFailedFoundNothingOnlyBecauseItFailed(String members, Result expected) {
    String document =
        "{'version':'2.1.0','runs':[{'tool':{'driver':{}},'invocations':[{"
            + members
            + "}],'results':[]}]}";

    assertThat(Runs.judge(document.replace('\'', '"'), 0).result()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}                                                           | PASS",
        "{'descriptor':{'id':'told'}}                                 | PASS",
        "{'descriptor':{'id':'N1'}}                                   | INCONCLUSIVE",
        "{'descriptor':{'index':0}}                                   | INCONCLUSIVE",
        "{'descriptor':{'guid':'g-n'}}                                | INCONCLUSIVE",
        "{'descriptor':{'id':'N1'},'level':'note'}                    | PASS",
        "{'descriptor':{'id':'N1'},'level':null}                      | INCONCLUSIVE",
        "{'descriptor':{'id':'N2'}}                                   | PASS",
        "{'descriptor':{'id':'N3'}}                                   | INCONCLUSIVE",
        "{'descriptor':{'index':0,'toolComponent':{'index':0}}}       | INCONCLUSIVE",
        "{'descriptor':{'id':'R'}}                                    | PASS",
        "{'descriptor':{'index':9}}                                   | INCONCLUSIVE",
      })
  void aNotificationWithoutALevelHasTheLevelOfItsDescription(String notice, Result expected) {
    String tool =
        "'tool':{'driver':{'rules':[{'id':'R',ERROR],'notifications':[{'id':'N1','guid':'g-n',ERROR,"
            + "{'id':'N2','defaultConfiguration':{'level':'note'}},{'id':'N3'}]},"
            + "'extensions':[{'notifications':[{'id':'E',ERROR]}]}";
    String described = tool.replace("ERROR", "'defaultConfiguration':{'level':'error'}}");
    String invocations =
        "'invocations':[{'executionSuccessful':true,'notificationConfigurationOverrides':["
            + override("{'id':'N3'}", "error")
            + "],'LIST':["
            + notice
            + "]}]";

    for (String list : List.of("toolExecutionNotifications", "toolConfigurationNotifications")) {
      String reported = invocations.replace("LIST", list);
      for (String run : List.of(reported + "," + described, described + "," + reported)) {
        String document = "{'version':'2.1.0','runs':[{" + run + ",'results':[]}]}";
        assertThat(Runs.judge(document.replace('\'', '"'), 0).result()).isEqualTo(expected);
      }
    }
  }

  @Test
  void aFindingIsToldApartByTheFileThatItsPlaceAmongTheArtifactsNames() {
    String result =
        "{'ruleId':'A','level':'error','message':{'text':'bad'},'locations':[{'physicalLocation':"
            + "{'artifactLocation':{%s}}}]}";
    String artifacts =
        "'artifacts':[{'location':{'uri':'src/a.c'}},{'location':{'uri':'src/b.c'}}]";
    String after = "{'version':'2.1.0','runs':[{'results':[" + result + "]," + artifacts + "}]}";
    String before = "{'version':'2.1.0','runs':[{" + artifacts + ",'results':[" + result + "]}]}";
    Finding named = judged(before.formatted("'uri':'src/b.c'"));

    for (String document : List.of(after, before)) {
      assertThat(judged(document.formatted("'index':1")).failureSignatures())
          .isEqualTo(named.failureSignatures());
      assertThat(judged(document.formatted("'index':0")).failureSignatures())
          .isNotEqualTo(named.failureSignatures());
      assertThat(judged(document.formatted("'uri':'src/b.c','index':0")).failureSignatures())
          .isEqualTo(named.failureSignatures());
      assertThat(judged(document.formatted("'index':9")).result()).isEqualTo(Result.FAIL);
      assertThat(judged(document.formatted("'index':-1")).result()).isEqualTo(Result.FAIL);
    }
  }

  @Test
  void moreFindingsThanAwaitTheirFilesAreAllCounted() {
    String result =
        "{'level':'error','message':{'text':'bad'},'locations':[{'physicalLocation':"
            + "{'artifactLocation':{'index':0}}}]}";
    String results = (result + ",").repeat(60_000) + result;

    assertThat(judged("{'version':'2.1.0','runs':[{'results':[" + results + "]}]}").summary())
        .contains("60001 errors");
  }

  private static Finding judged(String document) {
    return Runs.judge(document.replace('\'', '"'));
  }

  @Test
  void findingsExplainAnExitCode() {
    assertThat(judge("'invocations':[{'exitCode':1}]", "'ruleId':'B','level':'note'"))
        .isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'invocations':null,'tool':{'driver':{'rules':null},'extensions':null}",
        "'invocations':[{'executionSuccessful':null,'toolExecutionNotifications':null}],'tool':null",
        "'tool':{'driver':{'rules':[{'id':'A','defaultConfiguration':null}]}}",
      })
  void aMemberThatIsNullIsAsAbsent(String members) {
    String absent = "'ruleIndex':null,'rule':null,'kind':null,'level':null,'baselineState':null";

    assertThat(judge(members, "'ruleId':null,'locations':null," + absent)).isEqualTo(Result.PASS);
    assertThat(judge(members, "'ruleId':null,'level':'error'")).isEqualTo(Result.FAIL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'kind':'pass','level':'error'               | FAIL",
        "'level':'error','kind':'notApplicable'      | FAIL",
        "'kind':'review','level':'error'             | FAIL",
        "'kind':'pass','level':'none','ruleId':'A'   | PASS",
        "'kind':'open','ruleId':'A'                  | PASS",
        "'kind':'failed','level':'error'             | INCONCLUSIVE",
        "'kind':'FAIL','ruleId':'A'                  | INCONCLUSIVE",
      })
  void aKindTakesNoErrorBack(String members, Result expected) {
    assertThat(judge("'tool':" + TOOL, members)).isEqualTo(expected);
  }

  @Test
  void anIdOfEndlessLevelsIsRefused() {
    String id = "'ruleId':'" + "x/".repeat(200) + "'";

    assertThat(judge("'tool':" + TOOL, id)).isEqualTo(Result.INCONCLUSIVE);
  }

  private static String override(String descriptor, String level) {
    return "{'descriptor':" + descriptor + ",'configuration':{'level':'" + level + "'}}";
  }

  private static Result judge(String before, String result) {
    return judge(before, result, "'columnKind':'utf16CodeUnits'");
  }

  private static Result judge(String before, String result, String after) {
    String results = "'results':[{" + result + ",'message':{'text':'bad'}}]";
    String document = "{'version':'2.1.0','runs':[{" + before + "," + results + "," + after + "}]}";
    return Runs.judge(document.replace('\'', '"'), 0).result();
  }

  @Test
  void findingsAreToldApartByTheArgumentsOfTheirMessage() {
    String report =
        "{\"version\":\"2.1.0\",\"runs\":[{\"results\":[{\"ruleId\":\"BA2001\",\"level\":\"error\","
            + "\"message\":{\"id\":\"Error\",\"arguments\":[\"a.dll\",\"%s\"]}}]}]}";

    assertThat(Runs.judge(report.formatted("ASLR")).failureSignatures())
        .isNotEqualTo(Runs.judge(report.formatted("DEP")).failureSignatures());
  }
}
