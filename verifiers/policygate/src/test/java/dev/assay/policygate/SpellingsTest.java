package dev.assay.policygate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.json.Json;
import dev.assay.schemas.message.ArtifactRole;
import dev.assay.schemas.message.Result;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What programs and tools that are met less often do with a protected path, and do not. */
final class SpellingsTest {

  private static final String LEASE =
      "{\"documentType\":\"capability-lease/v1\",\"grants\":["
          + "{\"class\":\"READ\",\"paths\":[\"**\"]},{\"class\":\"WRITE\",\"paths\":[\"**\"]},"
          + "{\"class\":\"VERIFY\"}]}";

  @TempDir private Path scratch = Path.of("");

  private Runs called(String call) {
    return called(call, ".github/", "deploy/*.yaml", "Makefile", "a/b/c.txt");
  }

  private Runs called(String call, String... paths) {
    return new Runs(scratch)
        .with(ArtifactRole.POLICY_SUBJECT, LEASE)
        .with(ArtifactRole.TOOL_TRACE, call)
        .config(
            "{\"promotion\":{\"protectedPaths\":"
                + Json.toTree(paths)
                + "},\"tools\":{\"run\":\"VERIFY\"}}");
  }

  private Runs ran(String command) {
    return called(run(command));
  }

  private static String run(String command) {
    return Json.toTree(Map.of("name", "run", "params", Map.of("command", command))).toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "split -b 10 x Make",
        "split x deploy/prod --additional-suffix=.yaml -n 3",
        "csplit -f Make x 1",
        "echo x > Make^file",
        "type x > .git^hub\\ci.yml",
        "cmd /c \"copy x Make^file\"",
        "echo x > GITHUB~1/ci.yml",
        "copy x C:\\repo\\GITHUB~1\\ci.yml",
        "touch Make$\"file\"",
        "touch Make{f..f}ile",
        "touch /home/a/repo/Mak?file",
        "touch ~/repo/.git*/ci.yml",
        "git --work-tree=deploy checkout other -- prod.yaml",
        "GIT_WORK_TREE=deploy git checkout other -- prod.yaml",
        "env --chdir=deploy touch prod.yaml",
        "curl --output-dir deploy -O https://h/prod.yaml",
        "cd a; cd b; touch c.txt",
        "cd src; cd ../deploy; touch prod.yaml",
        "git apply -p2 <<EOF\n--- a/x/Makefile\n+++ b/x/Makefile\nEOF"
      })
  void aCommandThatNamesAProtectedPathIsSeen(String command) {
    assertThat(ran(command).broken()).contains("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ar x a.a",
        "ar xv /tmp/a.a",
        "dpkg-deb -x a.deb .",
        "dpkg-deb -R a.deb deploy",
        "dpkg -x a.deb .",
        "unsquashfs -d . a.sqfs",
        "lha x a.lzh",
        "arj x a.arj",
        "cabextract a.cab",
        "star x f=a.tar",
        "python3 -m tarfile --extract a.tar .",
        "toybox tar xf a.tar",
        "fakeroot tar xf a.tar",
        "chroot . tar xf a.tar",
        "su -c \"tar xf a.tar\"",
        "uv run tar xf a.tar",
        "cmake -E tar xf a.tar",
        "npx rimraf deploy",
        "yarn run rimraf deploy",
        "npm exec -- rimraf deploy",
        "fd -x rm",
        "git restore --source other -- :/",
        "git checkout other -- ':(glob)**/Make*'",
        "git checkout other -- :^x",
        "git checkout stash@{0} -- .",
        "git update-index --index-info < x",
        "git clone x deploy",
        "git worktree add deploy other",
        "git worktree add -b y ../deploy other",
        "git clone -b main https://h/x ./deploy",
        "git --git-dir .git checkout other -- .",
        "hg import x.patch",
        "svn patch x.patch",
        "jj restore --from other",
        "rsync --files-from=list a .",
        "rclone copy r: .",
        "aws s3 sync s3://x .",
        "gh run download 1",
        "curl -K cfg",
        "wget -i list",
        "aria2c u",
        "mount --bind x deploy",
        "rename 's/x/y/' xfile",
        "mmv 'x*' 'y#1'",
        "vim -c 'w! Make%:e' x",
        "nvim -c 'call writefile([], \"a\".\"b\")' x",
        "vim -S script x",
        "lua -e \"x\" y",
        "fish -c 'touch Make(echo file)' x",
        "julia -e x y",
        "sqlite3 x \"select writefile('a'||'b',1)\"",
        "cmd /c copy x %A%%B%",
        "set A=Make& set B=file& copy x %A%%B%",
        "powershell -Command \"Set-Content ('Make'+'file') x\"",
        "pwsh -c 'Set-Content (\"{0}{1}\" -f \"Make\",\"file\") x'",
        "powershell -EncodedCommand ZQBjAGgAbwA=",
        "[IO.File]::WriteAllText('Make'+'file','x')",
        "Expand-Archive a.zip -DestinationPath .",
        "powershell.exe Expand-Archive a.zip .",
        "Copy-Item -Recurse x/* .",
        "xcopy /s x .",
        "robocopy x .\\deploy /e",
        "Remove-Item -Recurse .\\deploy",
        "rd /s /q deploy"
      })
  void aCommandThatMayWriteAnyFileDecidesNothing(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.INCONCLUSIVE);
    assertThat(ran(command).details()).contains("computed-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ar t a.a",
        "ar rcs lib.a x.o",
        "dpkg-deb -c a.deb",
        "split -l 100 data out/part.",
        "csplit -f part_ data /x/",
        "git checkout HEAD^ -- src/a",
        "git checkout HEAD~1 -- src/a",
        "git log --format=%H%n",
        "echo %Y%m%d > out.txt",
        "git show stash@{0}",
        "git checkout -- .",
        "git clone https://github.com/x/y",
        "git worktree add /tmp/w main",
        "git worktree add -b fix ../fix main",
        "git clone https://github.com/x/deploy /tmp/deploy",
        "find src/main/scala -name \"*.scala\" -type f",
        "find tools/python -size +1k -name x.py",
        "ghc -package text src/A.hs",
        "wc lib/a.ex -l ",
        "rm -f src/remove-item.ts",
        "sed -e s/a/b/ src/new-file.txt",
        "set -e; git log -1 --format=%h%n",
        "nmap -p443 h",
        "wget -Oindex.html https://h/x",
        "grep \"foo$\" src/a",
        "for i in {1..5}; do echo $i; done",
        "touch src/file{1..3}.txt",
        "fd -e py",
        "powershell -Command \"Get-Content src/a\"",
        "pwsh -c \"Get-ChildItem src\"",
        "Copy-Item src\\a.txt src\\b.txt",
        "Remove-Item -Recurse -Force target",
        "xcopy /s src out",
        "del /q out\\a.txt",
        "rd /s /q build",
        "npm install patch",
        "npm run patch",
        "pnpm exec vitest run",
        "uv run pytest",
        "rename 's/a/b/' src/*.py",
        "sqlite3 x \"select 1\"",
        "cmake -S . -B build",
        "curl -sO https://h/x.json",
        "wget -qO- https://h/x",
        "gh run view 1",
        "vim --version",
        "hg log",
        "svn log",
        "env --chdir=src make test",
        "python -m tarfile -l a.tar",
        "unsquashfs -l a.sqfs",
        "expand -t4 src/a",
        "lua test.lua",
        "cat a.txt~1",
        "ls /usr/lib/*.so",
        "perl script.pl",
        "cd src; cd main; touch c.txt"
      })
  void aCommandThatReadsOrWritesElsewhereIsAsItWas(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'write_file','params':{'root':'a','dir':'b','name':'c.txt'}}",
        "{'name':'write_file','params':{'name':'c.txt','sub_dir':'b','base_dir':'a'}}",
        "{'name':'write_file','params':{'dir':'deploy','name':'prod','extension':'yaml','path':'src/a'}}",
        "{'name':'write_file','params':{'path':'src/a','stem':'Make','suffix':'file'}}",
        "{'name':'edit','params':{'path':'src/a','dir1':'deploy','file':'prod.yaml'}}",
        "{'name':'apply_patch','params':{'path':'src/a','strip':2,'patch':'--- a/x/Makefile\\n"
            + "+++ b/x/Makefile\\n"
            + "'}}",
        "{'name':'apply_patch','params':{'path':'src/a','options':['-p2'],'patch':'---"
            + " a/x/Makefile\\n"
            + "+++ b/x/Makefile\\n"
            + "'}}",
        "{'name':'apply_patch','params':{'path':'src/a','args':'--strip=3','patch':'---"
            + " a/x/y/Makefile\\n"
            + "'}}",
        "{'name':'apply_patch','params':{'path':'src/a','p':'2','patch':'diff --git"
            + " a/x/deploy/prod.yaml b/x/deploy/prod.yaml\\n"
            + "'}}",
        "{'name':'apply_patch','params':{'path':'src/a','patch':'*** Makefile\\t2026-01-01\\n"
            + "--- Makefile.new\\t2026-01-01\\n"
            + "'}}",
        "{'name':'edit','params':{'path':'src/a','target':'GITHUB~1/ci.yml'}}",
        "{'name':'edit','params':{'path':'src/a','target':'C:\\\\repo\\\\GITHUB~1\\\\ci.yml'}}",
        "{'name':'edit','params':{'path':'src/a','glob':'**/Makefile'}}"
      })
  void aCallThatNamesAProtectedPathInPartsOrCutIsSeen(String call) {
    assertThat(called(call.replace('\'', '"')).broken()).contains("protected-path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'delete_directory','params':{'path':'.'}}",
        "{'name':'delete_directory','params':{'path':'deploy'}}",
        "{'name':'delete','params':{'path':'./deploy/'}}",
        "{'name':'move_directory','params':{'source':'deploy','destination':'old'}}",
        "{'name':'move','params':{'source':'x','destination':'deploy'}}",
        "{'name':'copy_tree','params':{'source':'x','destination':'.'}}",
        "{'name':'copy_archive','params':{'path':'a.zip','destination':'.'}}",
        "{'name':'delete_files','params':{'path':'src/a','pattern':'**/*'}}",
        "{'name':'apply_patch','params':{'path':'src/a','strip':99,'patch':'--- a/x/Makefile\\n'}}"
      })
  void aCallThatMovesWhatADirectoryHoldsDecidesNothing(String call) {
    assertThat(called(call.replace('\'', '"')).judge().result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'name':'delete_file','params':{'path':'src/a','root_path':'/repo'}}",
        "{'name':'delete_file','params':{'path':'README.md','cwd':'.'}}",
        "{'name':'delete_directory','params':{'path':'target'}}",
        "{'name':'move_file','params':{'source':'src/a','destination':'src/b'}}",
        "{'name':'copy_file','params':{'source':'src/a','destination':'out/b','cwd':'/repo'}}",
        "{'name':'create_directory','params':{'path':'deploy/x'}}",
        "{'name':'list_directory','params':{'path':'.'}}",
        "{'name':'apply_patch','params':{'path':'src/a','strip':1,'patch':'--- a/src/Makefile\\n"
            + "+++ b/src/Makefile\\n"
            + "'}}",
        "{'name':'write_file','params':{'path':'src/a','content':'*** note\\n--- b'}}",
        "{'name':'write_file','params':{'path':'src/a','extension':'yaml','name':'prod'}}",
        "{'name':'edit','params':{'path':'src/a','page':'x -p80','p':50}}",
        "{'name':'delete_file','params':{'path':'src/a','why':'/** unused */ and **old**'}}",
        "{'name':'edit','params':{'path':'src/a','old':'HEAD~1','new':'a~2.b'}}"
      })
  void aCallThatTouchesNothingProtectedPasses(String call) {
    assertThat(called(call.replace('\'', '"')).judge().result()).isEqualTo(Result.PASS);
  }

  /** Windows shortens no name that is short; Git counts commits in the same spelling. */
  @ParameterizedTest
  @ValueSource(strings = {"main~1", "HEAD~1", "dev~12", "origin/main~1"})
  void aCommitIsNoShortenedName(String commit) {
    String call = run("git diff " + commit + " src");
    assertThat(called(call, "main.tf", "headers/", "development/", "main/").judge().result())
        .isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PACKAG~2.JSO",
        "config/ENV~1",
        "DEVELO~1/x",
        "MAIN~1.YAM",
        "ENV~1.PRO",
        "git~1/x"
      })
  void aNameThatWindowsShortenedIsTheLongOne(String name) {
    Runs runs =
        called(
            run("echo x > " + name),
            "package.json",
            "config/.env",
            "development/",
            "main.yaml",
            ".env.production",
            ".git/");
    assertThat(runs.broken()).contains("protected-path");
  }

  @ParameterizedTest
  @CsvSource({
    "ls src/*, PASS",
    "grep -n x tests/*, PASS",
    "cat src/.e*, FAIL",
    "cat src/.*, FAIL",
    "rm src/*, INCONCLUSIVE"
  })
  void aWildcardByItselfNamesNothingThatIsProtectedAnywhere(String command, Result result) {
    assertThat(called(run(command), "**/.env").judge().result()).isEqualTo(result);
  }

  /** What is protected below any directory may lie in each that is moved, and in no file. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'name':'delete_file','params':{'path':'src/a.txt'}}; PASS",
        "{'name':'move_file','params':{'source':'src/a.py','destination':'src/b.py'}}; PASS",
        "{'name':'delete','params':{'path':'src/conf'}}; INCONCLUSIVE",
        "{'name':'delete_directory','params':{'path':'src/conf.d'}}; INCONCLUSIVE"
      })
  void aFileHoldsNothingThatIsProtected(String call, Result result) {
    assertThat(called(call.replace('\'', '"'), "**/.env").judge().result()).isEqualTo(result);
  }

  /** What is protected below any directory is protected in none, too. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo x > .env",
        "cp x .env",
        "dd if=x of=./.env",
        "curl -o secrets/a https://h/x",
        "touch a.pem",
        "touch src/a/b/.env",
        "cp x .en?",
        "cp x a/b/.en?",
        "cp x a/b/k.pe?",
        "cp x sec*/a",
        "cp x a/b/sec*/a",
        "rm */.env",
        "cat <<EOF > .env\nx\nEOF",
        "echo x; rm .env",
        "echo .env | xargs rm",
        "echo $(rm .env)",
        "touch 'a; echo b ' .env ' c'",
        "git commit -m x .env",
        "cat > a.txt <<'EOF'\nx\nEOF\nrm .env",
        "echo .env > list; git rm --pathspec-from-file=list",
        "echo .env > list; cpio -pd src < list",
        "printf 'rm .env' > x.sh; sh x.sh",
        "echo 'rm .env' > x.sh && chmod +x x.sh && ./x.sh",
        "cat > run.sh <<'EOF'\nrm .env\nEOF\nbash run.sh",
        "tee -a x.py <<'EOF'\nopen('.env', 'w')\nEOF\npython3 x.py",
        "echo 'all: ; rm .env' > Makefile; make",
        "echo 'rm .env' > .git/hooks/pre-commit; git commit -m x",
        "echo 'rm .env' >> .husky/pre-commit && git add . && git commit -m x",
        "echo 'rm .env' >> x.sh; git add x.sh; find . -name x.sh -exec sh {} +",
        "echo '*.x filter=rm .env' > .git/config; git add .",
        "docker run -v $(pwd)/secrets:/s alpine touch /s/a",
        "docker run -v /home/a/secrets:/s -w /s alpine touch a"
      })
  void whatIsProtectedAnywhereIsSeenEverywhere(String command) {
    assertThat(anywhere(command).broken()).contains("protected-path");
  }

  /** A command that writes the files that it names, and not what they would hold. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "touch src/new.py",
        "touch src/conf",
        "touch prod.env src/x.env nosecrets/a",
        "make test | tee out.log",
        "sed -i s/a/b/ src/a.py",
        "sed -i 's/.*/x/' src/*.py",
        "sed -i s/a/b/ Makefile",
        "mv src/a.py src/b.py",
        "mv build/out.tar.gz dist/",
        "git mv a.py b.py",
        "git rm src/a.py",
        "git checkout HEAD~1 -- src/a.py",
        "cp a b",
        "rm src/a.py",
        "rm -f *.log",
        "rm -rf node_modules",
        "chmod +x scripts/run.sh",
        "truncate -s 0 app.log",
        "rmdir empty",
        "ln -s a.py b.py",
        "for f in src/a.py src/b.py; do sed -i s/a/b/ $f; done",
        "mkdir -p src/x",
        "npm install",
        "git checkout -b x",
        "git clone https://github.com/x/y /tmp/y",
        "ls src/a*",
        "echo \".env\" >> .gitignore",
        "cat > .gitignore <<'EOF'\n.env\n*.pem\nEOF",
        "git commit -am \"keep .env out\" -m 'and secrets/x'",
        "echo .env >> .gitignore && git add .gitignore && git commit -m 'ignore .env'",
        "mkdir -p docs && cat > docs/keys.md <<'EOF'\nput them into secrets/\nEOF\ngit add docs && git commit -m docs",
        "echo 'see .env'; make test",
        "cat <<'EOF'\nsee .env\nEOF\nmake test",
        "cat > src/a.py <<'EOF'\nload('.env')\nEOF",
        "grep -rn x src/main/python -e y",
        "rg eval src",
        "docker run --rm -v $(pwd):/src -w /src image make test"
      })
  void anOrdinaryCommandTouchesNothingThatIsProtectedAnywhere(String command) {
    assertThat(anywhere(command).judge().result()).isEqualTo(Result.PASS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mv a b",
        "mv conf.d x",
        "mv /tmp/a.dir src/a.dir",
        "cd /tmp; mv a.dir ../repo/a.dir",
        "rm -rf src",
        "rm -rf a.py",
        "cp -r a b",
        "rm src/*",
        "rm */e*",
        "chmod -R u+w src",
        "find . -name '*.py' -delete",
        "git clone https://github.com/x/y",
        "tar xf a.tar",
        "git rm --pathspec-from-file=list",
        "cpio -pd src < list",
        "env \"A=;grep \" python -c x"
      })
  void aCommandThatTakesWhatADirectoryHoldsDecidesNothing(String command) {
    assertThat(anywhere(command).judge().result()).isEqualTo(Result.INCONCLUSIVE);
  }

  private Runs anywhere(String command) {
    return called(run(command), "**/.env", "**/*.pem", "**/secrets/**");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf dep*",
        "rm -rf */x",
        "rm -rf {deploy,x}",
        "cp -r x [d]eploy",
        "mv dep* x",
        "git checkout other -- '*.yaml'",
        "tar xf a.tar -C {deploy,x}",
        "find dep* -delete"
      })
  void aWildcardForADirectoryIsOne(String command) {
    assertThat(ran(command).judge().result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aListMayBeANameOrACommandInItsParts() {
    String call = "{'name':'edit','params':{'path':'src/a','parts':['Make','file']}}";
    assertThat(called(call.replace('\'', '"')).broken()).contains("protected-path");

    String command = "{'name':'run','params':{'command':['rm','-rf','deploy']}}";
    assertThat(called(command.replace('\'', '"')).judge().result()).isEqualTo(Result.INCONCLUSIVE);
  }

  @Test
  void aDirectoryOfTheUserMayHoldTheRepository() {
    String config =
        "{\"promotion\":{\"protectedPaths\":[\"Makefile\"],\"root\":\"/home/a/repo\"},"
            + "\"tools\":{\"run\":\"VERIFY\"}}";
    for (String tree : List.of("~/repo", "$HOME", "/home/a", "/home/*/repo", "$PWD", "$OLDPWD")) {
      assertThat(called(run("rm -rf " + tree)).config(config).judge().result())
          .as(tree)
          .isEqualTo(Result.INCONCLUSIVE);
    }
    for (String tree : List.of("~/.cache/x", "/tmp/x", "$TMPDIR/x", "$PWD/target", "/home/b/x")) {
      assertThat(called(run("rm -rf " + tree)).config(config).judge().result())
          .as(tree)
          .isEqualTo(Result.PASS);
    }
  }

  /** The work grows as the command does: nine times at the most where it is four times as long. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C a ",
        "-a ",
        "&set a=",
        ">a",
        "vim ",
        "pwsh ",
        "copy a\\b ",
        "/a* ",
        "cd a;",
        "x=1 ",
        "awk ",
        "{a,b}",
        "a\n",
        "echo \"a\";",
        "grep python -e "
      })
  void aLongCommandTakesNoMoreThanItsLength(String part) {
    long once = nanos(part.repeat(150_000 / part.length()));
    long four = nanos(part.repeat(600_000 / part.length()));

    assertThat(four).isLessThan(9 * once);
  }

  /** Processor time, which other work on the machine does not take. */
  private long nanos(String command) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    ran(command).judge();
    return threads.getCurrentThreadCpuTime() - before;
  }
}
