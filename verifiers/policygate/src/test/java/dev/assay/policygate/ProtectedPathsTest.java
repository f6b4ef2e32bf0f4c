package dev.assay.policygate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways to touch {@code .github/} without seeming to, and what only seems to. */
final class ProtectedPathsTest {

  private static final String LEASE =
      "{\"documentType\":\"capability-lease/v1\",\"grants\":["
          + "{\"class\":\"READ\",\"paths\":[\"**\"]},{\"class\":\"WRITE\",\"paths\":[\"**\"]},"
          + "{\"class\":\"VERIFY\"}]}";

  @TempDir private Path scratch = Path.of("");

  private Runs run(String more, String call) {
    return new Runs(scratch)
        .with(ArtifactRole.POLICY_SUBJECT, LEASE)
        .with(ArtifactRole.TOOL_TRACE, call)
        .config(
            "{\"promotion\":{\"protectedPaths\":[\".github/\",\"deploy/*.yaml\",\"Makefile\","
                + "\"café/\",\"deploy/x/a.txt\",\"write.cfg\"]"
                + more
                + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'write_file','params':{'path':'src/a'},'arguments':{'path':'.github/ci.yml'}}",
        "{'name':'write_file','input':{'path':'.github/ci.yml'},'params':{'path':'src/a'}}",
        "{'function':{'name':'edit','arguments':'{\"path\":\"src/a\"}'},'params':{'path':'Makefile'}}",
        "{'name':'write_file','path':'.github/ci.yml','params':{'path':'src/a'}}",
        "{'name':'write_file','file':'.github/ci.yml','params':{'path':'src/a'}}",
        "{'name':'write_file','params':{'path':'src/a','output_path':'.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src/a','anything':'.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src/a','to':'deploy/prod.yaml'}}",
        "{'name':'write_file','params':{'path':'src/a','options':{'out':{'file':'Makefile'}}}}",
        "{'name':'edit','params':{'edits':[{'path':'src/a'},{'path':'.github/ci.yml'}]}}",
        "{'name':'edit','params':{'edits':'[{\"path\":\".github/ci.yml\"}]','path':'src/a'}}",
        "{'name':'edit','params':{'path':'src/a','files':{'.github/ci.yml':'on: push'}}}",
        "{'name':'edit','params':{'path':'src/a','more':[['x',['.github/ci.yml']]]}}",
        "{'name':'write_file','params':{'path':'/home/agent/repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'~/repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'$PWD/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'../repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src/../.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'.//./.github//ci.yml'}}",
        "{'name':'write_file','params':{'path':'.github\\\\ci.yml'}}",
        "{'name':'write_file','params':{'path':'C:\\\\repo\\\\.github\\\\ci.yml'}}",
        "{'name':'write_file','params':{'path':'file:///repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'file://localhost/repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'%2egithub/ci.yml'}}",
        "{'name':'write_file','params':{'path':'%252egithub%2fci.yml'}}",
        "{'name':'write_file','params':{'path':'.GitHub/ci.yml'}}",
        "{'name':'write_file','params':{'path':'makefile'}}",
        "{'name':'write_file','params':{'path':'.gith\u200bub/ci.yml'}}",
        "{'name':'write_file','params':{'path':'.ｇithub/ci.yml'}}",
        "{'name':'write_file','params':{'path':'Makefile.'}}",
        "{'name':'write_file','params':{'path':'Makefile::$DATA'}}",
        "{'name':'write_file','params':{'path':'HEAD:.github/ci.yml'}}",
        "{'name':'write_file','params':{'dir':'.github','name':'ci.yml'}}",
        "{'name':'write_file','params':{'cwd':'deploy','path':'prod.yaml'}}",
        "{'name':'rename_file','params':{'from':'src/a','newName':'Makefile'}}",
        "{'name':'get_file','params':{'path':'.github/ci.yml'}}",
        "{'name':'get_and_store','params':{'source':'src/a','sink':'.github/ci.yml'}}",
        "{'name':'read_file','params':{'path':'.github/ci.yml'}}",
        "{'name':'list_things','params':{'path':'Makefile'}}",
        "{'name':'fetch','params':{'url':'https://example.org/','save_to':'Makefile'}}",
        "{'name':'run_tests','params':{'report':'.github/report.xml'}}",
        "{'name':'apply_patch','params':{'patch':'--- a/.github/ci.yml\\n+++"
            + " b/.github/ci.yml\\n'}}",
        "{'name':'apply_patch','params':{'patch':'--- a/src/a\\n+++ b/src/a\\n--- /dev/null\\n+++"
            + " b/Makefile\\n'}}",
        "{'name':'apply_patch','params':{'patch':'diff --git a/x b/.github/x\\nrename from x\\n'}}",
        "{'name':'apply_patch','params':{'diff':'diff --git \"a/\\\\056github/x\""
            + " \"b/\\\\056github/x\"\\n'}}",
        "{'name':'apply_patch','params':{'input':'*** Begin Patch\\n*** Update File:"
            + " .github/ci.yml\\n@@\\n'}}",
        "{'name':'apply_patch','params':{'input':'*** Begin Patch\\n*** Update File: a\\n*** Move"
            + " to: Makefile\\n'}}",
        "{'name':'bash','params':{'command':'echo x > .github/ci.yml'}}",
        "{'name':'bash','params':{'command':'sed -i s/a/b/ src/a .github/ci.yml'}}",
        "{'name':'bash','params':{'command':'cat <<EOF>/repo/.github/ci.yml\\nx\\nEOF'}}",
        "{'name':'bash','params':{'command':'tee>>\"Makefile\" <x'}}",
        "{'name':'python','params':{'code':'open(\\'Makefile\\',\\'w\\')'}}",
        "{'name':'dd','params':{'args':['if=/dev/zero','of=Makefile']}}",
        "{'tool_calls':[{'name':'write_file','params':{'x':['Makefile']}}]}",
        "{'name':'write_file','params':{'path':['.github','workflows','ci.yml']}}",
        "{'name':'write_file','params':{'segments':['src','..','.github','ci.yml']}}",
        "{'name':'write_file','params':{'path':'src/%2e%2e/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src%2F..%2f%2Egithub%5cci.yml'}}",
        "{'name':'write_file','params':{'path':'%zz/../.%67ithub/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src\\\\..\\\\.github\\\\ci.yml'}}",
        "{'name':'write_file','params':{'path':'\\\\\\\\?\\\\C:\\\\repo\\\\.github\\\\ci.yml'}}",
        "{'name':'write_file','params':{'path':'%CD%\\\\.github\\\\ci.yml'}}",
        "{'name':'write_file','params':{'uri':'file:/repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'uri':'file:.github/ci.yml'}}",
        "{'name':'write_file','params':{'uri':'FILE:///C:/repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'uri':'file:///c%3A/repo/%2egithub/ci.yml'}}",
        "{'name':'write_file','params':{'uri':'vscode://file/repo/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'/proc/self/cwd/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'.github/ci.yml\\n'}}",
        "{'name':'write_file','params':{'path':'  .github/ci.yml'}}",
        "{'name':'write_files','params':{'paths':'src/a\\n.github/ci.yml\\nsrc/b'}}",
        "{'name':'write_file','params':{'target_dir':'.github','name':'ci.yml'}}",
        "{'name':'write_file','params':{'path':'.github','filename':'ci.yml'}}",
        "{'name':'edit','params':{'edits':[{'to':{'path':'src/a'}},{'to':[{'path':'Makefile'}]}]}}",
        "{'name':'edit','arguments':'\"{\\\\\"path\\\\\":\\\\\".github/ci.yml\\\\\"}\"'}",
        "{'name':'edit','arguments':'{\"path\":\"src/a\"}\\n{\"path\":\".github/ci.yml\"}'}",
        "{'name':'edit','params':{'more':'{\\'path\\': \\'.github/ci.yml\\'}'}}",
        "{'name':'apply_patch','params':{'patch':'diff --git a/x b/y\\nsimilarity index"
            + " 100%\\nrename from x\\nrename to .github/y\\n'}}",
        "{'name':'apply_patch','params':{'patch':'rename from Makefile\\r\\nrename to y\\r\\n'}}",
        "{'name':'apply_patch','params':{'patch':'diff --git a/x b/y\\ncopy from x\\ncopy to"
            + " Makefile\\n'}}",
        "{'name':'apply_patch','params':{'patch':'Binary files /dev/null and b/Makefile"
            + " differ\\ndiff --git a/Makefile b/Makefile\\n'}}",
        "{'name':'apply_patch','params':{'patch':'*** .github/ci.yml\\tx\\n---"
            + " .github/ci.yml\\tx\\n'}}",
        "{'name':'write_file','params':{'path':'src/a','p':'`pwd`/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src/a','p':'<root>/.github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src/a','p':'(.github/ci.yml)'}}",
        "{'name':'write_file','params':{'path':'src/a','p':'path=Makefile&content=x'}}",
        "{'name':'write_file','params':{'path':'src/a','p':'Makefile\\u0000.txt'}}",
        "{'name':'write_file','params':{'path':'src/a','p':'src/b, .github/ci.yml'}}",
        "{'name':'write_file','params':{'path':'src/a','paths':'src/b Makefile'}}",
        "{'name':'write_file','params':{'folderPath':'deploy','fileName':'prod.yaml'}}",
        "{'name':'write_file','params':{'path':'src/a','tree':{'deploy':{'prod.yaml':'x'}}}}",
        "{'name':'bash','params':{'command':'touch .git*/ci.yml Mak?file'}}",
        "{'name':'bash','params':{'command':'rm .githu[b]/ci.yml'}}",
        "{'name':'bash','params':{'command':'cd deploy && touch prod.yaml'}}",
        "{'name':'bash','params':{'command':'(pushd deploy; > prod.yaml)'}}",
        "{'name':'bash','params':{'command':'make -C deploy prod.yaml'}}",
        "{'name':'bash','params':{'command':'echo x > .git\"hub\"/ci.yml'}}",
        "{'name':'bash','params':{'command':'echo x > .git\\\\hub/ci.yml'}}",
        "{'name':'bash','params':{'command':'echo x > .git\\\\\\nhub/ci.yml'}}",
        "{'name':'bash','params':{'command':'curl -oMakefile x'}}",
        "{'name':'bash','params':{'command':'cp -t.github a'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'  *** Update File:"
            + " Makefile\\n@@\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'*** Update"
            + " File:Makefile\\n@@\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'*** Rename File: a ->"
            + " Makefile\\n@@\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'diff --cc Makefile\\nindex"
            + " 1,2..3\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'diff -Naur old/Makefile"
            + " new/Makefile\\nx\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'> --- a/Makefile\\n> +++"
            + " b/Makefile\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'Property changes on:"
            + " Makefile\\nx\\n'}}",
        "{'name':'edit','params':{'path':'src/a','edits':'Makefile\\n<<<<<<<"
            + " SEARCH\\nx\\n=======\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'---"
            + " \"a/caf\\\\303\\\\251/x\"\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'--- a/Makefile 2026-01-01"
            + " 10:00:00\\n'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'***  update file :"
            + " Makefile\\n@@\\n'}}",
        "{'name':'write_file','params':{'path':'src/a','to':'cafe\u200b\u0301/x'}}",
        "{'name':'edit','params':{'path':'src/a','tree':{'deploy':{'x':{'a.txt':'x'}}}}}",
        "{'tool':'write.cfg','path':'write.cfg'}"
      })
  void aProtectedPathIsSeenHoweverItIsNamed(String call) {
    assertThat(run("}", json(call)).broken()).contains("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'write_file','params':{'path':'src/a','content':'see .github/ci.yml\\nand"
            + " Makefile'}}",
        "{'name':'write_file','params':{'path':'docs/.github.md'}}",
        "{'name':'write_file','params':{'path':'src/Makefile.am'}}",
        "{'name':'write_file','params':{'path':'src/Makefile'}}",
        "{'name':'write_file','params':{'path':'deploy/x/prod.yaml'}}",
        "{'name':'write_file','params':{'path':'a b/c d.txt','message':'touch up deploy'}}",
        "{'name':'write_file','params':{'path':'src/a'},'result':'.github/ci.yml'}",
        "{'name':'write_file','params':{'path':'src/a'},'stdout':['Makefile']}",
        "{'name':'read_tree','params':{'path':'src'}}",
        "{'name':'write_file','params':{'path':'src/a','tags':['.github is not touched','here']}}",
        "{'name':'write_notes','params':{'path':'src/a','text':'about Makefile and deploy'}}",
        "{'name':'write_file','params':{'path':'src/a','pattern':'*'}}",
        "{'name':'write_file','params':{'path':'src/*.py','more':'M*.py'}}",
        "{'name':'write_file','params':{'path':'src/a','notes':'src/b, src/Makefile'}}",
        "{'name':'write_file','params':{'path':'src/100%.txt','content':'a\\n.github/ci.yml\\n'}}"
      })
  void aTextThatOnlySpeaksOfAProtectedPathTouchesNothing(String call) {
    assertThat(run("}", json(call)).judge().result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'role':'assistant','content':[{'type':'tool_use','name':'edit','input':{'file_path':'Makefile'}}]}",
        "{'message':{'content':[{'type':'tool_use','name':'edit','input':{'file_path':'Makefile'}}]}}",
        "{'choices':[{'message':{'tool_calls':[{'function':{'name':'edit','arguments':'{\"path\":\"Makefile\"}'}}]}}]}",
        "{'candidates':[{'content':{'parts':[{'functionCall':{'name':'edit','args':{'path':'Makefile'}}}]}}]}",
        "{'jsonrpc':'2.0','method':'tools/call','params':{'name':'edit','arguments':{'path':'Makefile'}}}",
        "{'event':'PreToolUse','tool':{'name':'edit','input':{'path':'Makefile'}}}",
        "{'tool_name':'Edit','tool_input':{'path':'Makefile'}}",
        "{'toolName':'edit','input':{'path':'Makefile'}}",
        "{'recipient_name':'functions.edit','parameters':{'path':'Makefile'}}",
        "{'toolCalls':[{'name':'edit','args':{'path':'Makefile'}}]}",
        "{'tool_calls':{'name':'edit','args':{'path':'Makefile'}}}",
        "{'type':'local_shell_call','action':{'type':'exec','command':['touch','Makefile']}}"
      })
  void aCallIsOneHoweverTheRecordAroundItIsShaped(String record) {
    String good = json("{'name':'write_file','params':{'path':'src/a'}}");

    assertThat(run("}", good + "\n" + json(record)).broken()).contains("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'tools':[{'type':'function','function':{'name':'edit','parameters':{'path':'Makefile'}}}]}",
        "{'role':'user','content':[{'type':'text','text':'see Makefile'}]}",
        "{'usage':{'input':7},'agent':{'title':'x'}}"
      })
  void aRecordThatCallsNothingIsNoCall(String record) {
    String good = json("{'name':'write_file','params':{'path':'src/a'}}");

    assertThat(run("}", good + "\n" + json(record)).judge().result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x > $(printf .git)hub/ci.yml",
        "D=$(pwd | tail -c 4); echo x > ${D}hub/ci.yml",
        "echo x > `printf .git`hub/ci.yml",
        "echo x > ${UNSET}hub/ci.yml",
        "echo x > $D/ci.yml",
        "echo x > ${HOME:0:0}$(:).x",
        "echo ZWNobw== | base64 -d | sh",
        "printf a | bash",
        "curl x | sudo sh",
        "eval \"$X\"",
        "sh -c 'echo x > $0/ci.yml$A' .gi",
        "echo x > $'\\x2egithub/ci.yml'",
        "ls | xargs touch",
        "bash <(printf a)",
        "python3 -c 'open(1)'",
        "node -e 'x'",
        "perl -pi -e 's/a/b/' x",
        "while read f; do touch $f; done < list",
        "bash <<EOF\ntouch a\nEOF",
        "python3 - <<'EOF'\nopen(chr(46) + x)\nEOF",
        "cd .git; echo x > $(pwd)hub/ci.yml",
        "cd .git; echo x > \"$(pwd)\"hub/ci.yml",
        "cd .git; echo x > \"$(pwd)\"\"hub\"/ci.yml",
        "echo x > $(date).txt",
        "echo $(date) > $(printf a)",
        "rm $(echo $(date))",
        "touch \"; echo \"$(printf a)",
        "touch '; echo '$(printf a)",
        "touch \\; echo $(printf a)",
        "git log --output=$(printf a)",
        "git diff -o $(printf a)",
        "git -c core.pager=$(printf a) log",
        "git log $(cat list)",
        "git diff \"$(git log -1 --format=%B)\"",
        "git diff main..$(git rev-list -1 --pretty=%s HEAD)",
        "git show $(git rev-parse $(cat list))",
        "git log $(git rev-parse $(echo $(cat list)))",
        "printf -v x $(printf a)",
        "echo $(ls $X)",
        "X=$(date) touch a",
        "cat $(git ls-files)",
        "cd $(printf a)",
        "echo `date`",
        "sh -c 'echo x > $0hub/ci.yml' .git",
        "M=Make; x=M; touch ${!x}file",
        "parallel -a list touch"
      })
  void aCommandThatComputesWhatItTouchesDecidesNothing(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(ran(command).details()).contains("computed-path");
  }

  @Test
  void aProgramThatAToolRunsIsNotFollowed() {
    String tools = "},\"tools\":{\"run_python\":\"VERIFY\",\"make_file\":\"WRITE\"}";
    String program = "'code':'open(\\'Make\\' + \\'file\\', \\'w\\')'";

    assertThat(run(tools, json("{'name':'run_python','params':{" + program + "}}")).details())
        .contains("computed-path");
    assertThat(
            run(tools, json("{'name':'make_file','params':{'path':'src/a'," + program + "}}"))
                .judge()
                .result())
        .isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "D=.git; echo x > ${D}hub/ci.yml",
        "A=src B=.git && echo x > \"$B\"hub/ci.yml",
        "export D='.github'; touch $D/ci.yml",
        "for d in src .git; do touch ${d}hub/ci.yml; done",
        "D=deploy; cd $D; touch prod.yaml",
        "cd $(git rev-parse --show-toplevel)/deploy && touch prod.yaml",
        "echo x > \"$(git rev-parse --show-toplevel)/.github/ci.yml\"",
        "cd deploy; touch $(pwd)/prod.yaml",
        "echo $(touch .github/ci.yml)",
        "echo $(date) > Makefile"
      })
  void variablesThatACommandSetsItselfArePutIn(String command) {
    assertThat(ran(command).broken()).contains("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mvn -q test",
        "cd $HOME/work && make test",
        "for f in src/a src/b; do cat $f; done",
        "X=1; echo $X ${X}",
        "awk '{print $1, $name}' src/a",
        "echo $((1 + 2)) $? $#",
        "sh build.sh && git push",
        "python3 -m pytest -q",
        "node --test src",
        "echo $(date)",
        "echo \"built at $(date +%F)\" > out.txt",
        "echo $(git log -1 $(git merge-base main HEAD))",
        "git log --oneline $(git merge-base main HEAD)..HEAD",
        "git diff \"$(git merge-base main HEAD)\" -- src",
        "cd $(git rev-parse --show-toplevel) && make test",
        "cd \"$(git rev-parse --show-toplevel)\"; make test",
        "cd \"$(git rev-parse --show-toplevel)/src\" && make test",
        "make -C $(pwd)/src test",
        "[ $(git rev-parse HEAD) = abc ] && make test",
        "cat <<EOF\nplain\nEOF"
      })
  void aCommandThatComputesNoPathIsAsItWas(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git apply /tmp/x.patch",
        "git -C . am < /tmp/x.mbox",
        "patch -p1 -i /tmp/x.patch",
        "git checkout -q other -- .",
        "git checkout other deploy",
        "git restore --source=other .",
        "git reset --hard other",
        "git cherry-pick other",
        "tar xf /tmp/x.tar --strip-components=1",
        "cd src && cd .. && tar -xzf /tmp/x.tgz",
        "bsdtar --extract -f x.tar",
        "unzip -o /tmp/x.zip",
        "7z x x.7z",
        "jar xf x.jar",
        "cpio -i < x.cpio",
        "rsync -a /tmp/x/ ./",
        "cp -r /tmp/x/. .",
        "cp /tmp/x/* .",
        "cp -r /tmp/deploy .",
        "mv deploy d; echo x > d/prod.yaml; mv d deploy",
        "ln -s . here; touch here/Makefile",
        "rm -rf .",
        "rm -rf ./*",
        "rm -rf deploy",
        "sudo rm -rf deploy",
        "chmod -R 777 deploy",
        "sed -i s/a/b/ **/*.yml",
        "find . -name ci.yml -exec sed -i s/a/b/ {} +",
        "find deploy -type f -delete",
        "curl -OJ https://example.org/x",
        "awk '{print > (\"Make\" \"file\")}' src/a",
        "set -- Make file; touch \"$1$2\"",
        "a=Make; a+=file; touch $a",
        "shopt -s extglob; touch !(src)",
        "sudo -u build tar xf a.tar",
        "timeout -k 9 60 tar xf a.tar",
        "busybox unzip a.zip",
        "env -u X tar xf a.tar",
        "exec -a x tar xf a.tar",
        "sudo timeout 60 nice tar xf a.tar",
        "nice -n 5 git apply a.patch",
        "for f in *; do echo x > $f; done",
        "cd src/..; for f in *; do echo x >> \"$f\"; done",
        "for f in *; do tee $f < a; done",
        "truncate -s 0 *",
        "find . -name Q -ok rm {} +",
        "pax -rf a.tar",
        "unrar x a.rar"
      })
  void aCommandThatWritesFilesItDoesNotNameDecidesNothing(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(ran(command).details()).contains("computed-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cp /tmp/prod.yaml deploy",
        "cp --target-directory=deploy prod.yaml",
        "mv prod.yaml deploy/",
        "ln -sf ../x/prod.yaml deploy/",
        "install -m 644 prod.yaml deploy",
        "scp host:prod.yaml deploy",
        "wget -P deploy https://example.org/prod.yaml",
        "gunzip -k Makefile.gz",
        "sed -n '/x/wMakefile' src/a",
        "cd dep*; touch prod.yaml",
        "cd -P deploy; touch prod.yaml",
        "cd\tdeploy; touch prod.yaml",
        "touch M{a,}kefile",
        "touch de{p,q}loy/prod.yaml",
        "touch [[:upper:]]akefile"
      })
  void aNameThatFollowsFromOthersIsSeen(String command) {
    assertThat(ran(command).broken()).contains("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tar xzf a.tgz -C /tmp/out",
        "cd /tmp/x && tar xzf a.tgz",
        "tar czf /tmp/out.tgz src",
        "tar tf a.tar",
        "unzip -l a.zip",
        "cp -r src/a src/b",
        "cp src/a.py src/b.py",
        "mv src/a.py src/b.py",
        "rm -rf target build",
        "rm -rf target/*",
        "rm -f *.log",
        "find . -name '*.pyc' -delete",
        "find src -type f -exec sed -i s/a/b/ {} +",
        "find . -name '*.py' -exec grep -l x {} +",
        "git checkout -b work",
        "git checkout -- src/a",
        "git reset --hard HEAD",
        "git apply --check a.patch",
        "git stash && git stash pop",
        "sed -i 's/old/new/g' src/*.py",
        "mkdir -p src/{main,test}/java",
        "awk -F, '$3 > 10 {print $1}' src/a",
        "gunzip src/data.gz",
        "ln -s /usr/bin/python3 bin/python",
        "timeout 60 make test",
        "sudo -u build make test",
        "for f in *; do wc -l < $f; done",
        "for f in *; do echo $f > out/$f; done",
        "for f in *.log; do echo x > $f; done",
        "make --parallel && cargo test --parallel 4",
        "touch src/a out/b | tee build.log",
        "pax -wf /tmp/out.tar src"
      })
  void aCommandThatWritesElsewhereIsAsItWas(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.PASS);
  }

  /** A root tells a repository in a temporary directory from what only lies there. */
  @Test
  void aTreeBelowTheRootMayHoldWhatIsProtected() {
    String root = ",\"root\":\"/tmp/repo\"},\"tools\":{\"run\":\"VERIFY\"}";
    for (String tree : new String[] {"/tmp/repo", "/tmp", "/tmp/repo/deploy"}) {
      String call = json("{'name':'run','params':{'command':'tar xf a.tar -C " + tree + "'}}");
      assertThat(run(root, call).judge().result()).isEqualTo(Result.INCONCLUSIVE);
    }
    for (String tree : new String[] {"/tmp/other", "/tmp/repo/src"}) {
      String call = json("{'name':'run','params':{'command':'tar xf a.tar -C " + tree + "'}}");
      assertThat(run(root, call).judge().result()).isEqualTo(Result.PASS);
    }
  }

  private Runs ran(String command) {
    String call =
        Json.toTree(Map.of("name", "run", "params", Map.of("command", command))).toString();
    return run("},\"tools\":{\"run\":\"VERIFY\"}", call);
  }

  @Test
  void onlyPolicyMakesAToolAReader() {
    String read = json("{'name':'get_file','params':{'path':'.github/ci.yml'}}");

    assertThat(run("},\"tools\":{\"get_file\":\"READ\"}", read).judge().result())
        .isEqualTo(Result.PASS);
    assertThat(run("},\"tools\":{\"get_file\":\"VERIFY\"}", read).broken())
        .containsExactly("protected-path");
    assertThat(run("},\"tools\":{\"get_files\":\"READ\"}", read).broken())
        .containsExactly("protected-path");
  }

  /** An agent may bring a parameter that has the name of the harness's own member. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'toolId':'look','name':'write_file','params':{'path':'Makefile'}}",
        "{'toolId':'look','function':{'name':'bash'},'params':{'path':'Makefile'}}",
        "{'toolId':'look','action':'delete','path':'Makefile'}"
      })
  void aReaderThatMayBeAnotherToolIsNone(String call) {
    String reader = "},\"tools\":{\"look\":\"READ\"}";

    assertThat(run(reader, json(call)).broken()).contains("protected-path");
    assertThat(run(reader, json(call.replace("Makefile", "src/a"))).judge().result())
        .isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'toolId':'look','name':'Makefile'}",
        "{'toolId':'look','name':'build.gradle','params':{'path':'Makefile'}}",
        "{'toolId':'look','name':'Run a look','params':{'path':'Makefile'}}",
        "{'toolId':'look','name':'read_file','params':{'path':'Makefile'}}"
      })
  void aReaderWithATitleOrAFileStaysOne(String call) {
    assertThat(run("},\"tools\":{\"look\":\"READ\"}", json(call)).judge().result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void aPathIsNotHiddenByItsLength() {
    String idle = "./".repeat(PolicyGateLimits.OBJECT_CHARS_MAX);
    String endless = "./".repeat(400_000);
    String climbing = "src/../".repeat(PolicyGateLimits.OBJECT_CHARS_MAX);

    for (String path : new String[] {idle, endless, "src/." + idle + ".", "src//" + idle + "../"}) {
      assertThat(ran("touch " + path + "/Makefile").broken()).contains("protected-path");
    }
    String call = "{'name':'write_file','params':{'path':'src/a','to':'" + idle + "Makefile'}}";
    assertThat(run("}", json(call)).broken()).contains("protected-path");
    assertThat(ran("touch " + climbing + "Makefile").judge().result())
        .isEqualTo(Result.INCONCLUSIVE);
    assertThat(ran("echo " + "Zm9v/".repeat(400) + " > src/a").judge().result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void programsThatRunEachOtherTakeNoTime() {
    assertThat(ran("sudo ".repeat(2_000) + "make test").judge().result()).isEqualTo(Result.PASS);
  }

  @Test
  void aPlaceWithASecondNameIsTheSamePlace() {
    String root = ",\"root\":\"/var/repo\"}";
    for (String path :
        new String[] {
          "/private/var/repo/Makefile", "/System/Volumes/Data/private/var/repo/Makefile"
        }) {
      assertThat(run(root, json("{'name':'edit','params':{'path':'" + path + "'}}")).broken())
          .as(path)
          .containsExactly("protected-path");
    }
  }

  @Test
  void absolutePathsAreRelativeToTheRepositoryWhenPolicyTellsWhereItLay() {
    String root = ",\"root\":\"/home/agent/repo\"}";

    assertThat(
            run(root, json("{'name':'edit','params':{'path':'/home/agent/repo/Makefile'}}"))
                .broken())
        .containsExactly("protected-path");
    assertThat(
            run(
                    root,
                    json("{'name':'edit','params':{'path':'/home/agent/repo/../repo/.github/x'}}"))
                .broken())
        .containsExactly("protected-path");
    for (String path :
        new String[] {
          "/proc/self/cwd/Makefile",
          "/proc/1/" + "root" + "/home/agent/repo/Makefile",
          "file:///home/agent/repo/Makefile",
          "file:///home/agent/%72epo/Makefile"
        }) {
      assertThat(run(root, json("{'name':'edit','params':{'path':'" + path + "'}}")).broken())
          .as(path)
          .containsExactly("protected-path");
    }
    assertThat(
            run(root, json("{'name':'edit','params':{'path':'/tmp/other/Makefile'}}"))
                .judge()
                .result())
        .isEqualTo(Result.PASS);
  }

  @Test
  void theNameOfAToolIsNoPath() {
    Runs run =
        new Runs(scratch)
            .with(ArtifactRole.POLICY_SUBJECT, LEASE)
            .with(ArtifactRole.TOOL_TRACE, json("{'name':'write_file','params':{'path':'src/a'}}"))
            .config("{\"promotion\":{\"protectedPaths\":[\"*_file\"]}}");

    assertThat(run.judge().result()).isEqualTo(Result.PASS);
  }

  @Test
  void declaredFilesAreComparedTheSameWay() {
    Runs run =
        new Runs(scratch)
            .with(ArtifactRole.POLICY_SUBJECT, LEASE)
            .config("{\"promotion\":{\"protectedPaths\":[\".github/\"]}}");

    assertThat(run.files("src/a", "/repo/.GitHub/ci.yml").broken()).contains("protected-path");
  }

  @Test
  void aCallWithMoreValuesThanAreLookedAtIsNoPass() {
    String many = "'src/a',".repeat(PolicyGateLimits.VALUES_MAX);
    String deep = "[".repeat(40) + "'src/a'" + "]".repeat(40);

    for (String values : new String[] {"[" + many + "'src/b']", deep}) {
      String call = json("{'name':'write_file','params':{'path':'src/a','x':" + values + "}}");
      assertThat(run("}", call).judge().result()).isNotEqualTo(Result.PASS);
    }
  }

  @Test
  void theLeaseIsComparedWithEveryPathOfACall() {
    String lease =
        "{\"documentType\":\"capability-lease/v1\",\"grants\":["
            + "{\"class\":\"WRITE\",\"paths\":[\"src/\"]}]}";
    for (String more :
        new String[] {
          "'params':{'path':'src/a','output_path':'/etc/x'}",
          "'params':{'path':'src/a'},'arguments':{'path':'docs/x'}",
          "'path':'docs/x','params':{'path':'src/a'}",
          "'params':{'edits':[{'file_path':'src/a'},{'file_path':'docs/x'}]}",
          "'params':{'target':{'path':'src/a'},'files':[{'name':'docs/x'}]}"
        }) {
      Runs run =
          new Runs(scratch)
              .with(ArtifactRole.POLICY_SUBJECT, lease)
              .with(ArtifactRole.TOOL_TRACE, json("{'name':'write_file'," + more + "}"));
      assertThat(run.broken()).as(more).containsExactly("outside-scope WRITE");
    }
  }

  /** JSON with double quotes in place of single ones; a quoted {@code \'} is a single one. */
  private static String json(String text) {
    return text.replace("\\'", "\u0001")
        .replace("\"", "\\\"")
        .replace('\'', '"')
        .replace('\u0001', '\'');
  }
}
