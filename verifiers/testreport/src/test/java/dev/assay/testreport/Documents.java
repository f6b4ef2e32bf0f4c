package dev.assay.testreport;

import java.util.List;

/** Small reports as their tools write them. */
final class Documents {

  /**
   * A report that passes and its counterpart that fails.
   *
   * @param endMark what a cut report must still hold to count as whole; empty when all of it
   */
  record Pair(String name, String passing, String failing, String endMark) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final String TAP =
      """
      TAP version 14
      ok 1 - adds
      not ok 2 - divides # TODO later
      ok 3 - reads files # SKIP no disk
      1..3
      """;

  static final String TAP_FAILING =
      """
      TAP version 13
      1..2
      ok 1 - adds
      not ok 2 - sums
        ---
        duration_ms: 3.5
        error: |-
          Expected values to be strictly equal:
          3 !== 4
        stack: |-
          TestContext.<anonymous> (file:///home/ci/shop/sum.test.mjs:5:10)
          Test.runInAsyncScope (node:async_hooks:206:9)
        ...
      """;

  static final String GO_JSON =
      """
      {"Action":"start","Package":"shop.example/a"}
      {"Action":"run","Package":"shop.example/a","Test":"TestSum"}
      {"Action":"output","Package":"shop.example/a","Test":"TestSum","Output":"=== RUN   TestSum\\n"}
      {"Action":"pass","Package":"shop.example/a","Test":"TestSum","Elapsed":0}
      {"Action":"output","Package":"shop.example/a","Output":"PASS\\n"}
      {"Action":"pass","Package":"shop.example/a","Elapsed":0.01}
      """;

  static final String GO_JSON_FAILING =
      """
      {"Action":"run","Package":"shop.example/a","Test":"TestSum"}
      {"Action":"run","Package":"shop.example/a","Test":"TestSum/small"}
      {"Action":"output","Package":"shop.example/a","Test":"TestSum/small","Output":"    sum_test.go:12: got 3, want 4\\n"}
      {"Action":"output","Package":"shop.example/a","Test":"TestSum/small","Output":"    --- FAIL: TestSum/small (0.00s)\\n"}
      {"Action":"fail","Package":"shop.example/a","Test":"TestSum/small","Elapsed":0}
      {"Action":"fail","Package":"shop.example/a","Test":"TestSum","Elapsed":0}
      {"Action":"fail","Package":"shop.example/a","Elapsed":0.01}
      """;

  static final String CTRF =
      """
      {"reportFormat":"CTRF","specVersion":"0.0.0","results":{"tool":{"name":"vitest"},
       "summary":{"tests":2,"passed":1,"failed":0,"pending":0,"skipped":1,"other":0,"start":1,"stop":2},
       "tests":[{"name":"adds","status":"passed","duration":3},
                {"name":"sums","status":"skipped","duration":0}]}}
      """;

  static final String CTRF_FAILING =
      """
      {"results":{"summary":{"tests":2,"passed":1,"failed":1,"pending":0,"skipped":0,"other":0},
       "tests":[{"name":"adds","status":"passed"},
                {"name":"größe","status":"failed","message":"AssertionError: 3 != 4",
                 "trace":"AssertionError: 3 != 4\\n    at sum (/home/ci/sum.js:3:5)"}]}}
      """;

  static final String SARIF =
      """
      {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[
       {"tool":{"driver":{"name":"lint","rules":[{"id":"R1","defaultConfiguration":{"level":"note"}}]}},
        "invocations":[{"executionSuccessful":true}],
        "results":[{"ruleId":"R1","ruleIndex":0,"message":{"text":"long line"}},
                   {"ruleId":"R2","level":"error","message":{"text":"eval"},"suppressions":[{"kind":"inSource"}]},
                   {"ruleId":"R3","kind":"pass","message":{"text":"fine"}}]}]}
      """;

  static final String SARIF_FAILING =
      """
      {"version":"2.1.0","runs":[{"results":[{"ruleId":"S1","message":{"text":"SQL built from input"},
         "locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/Db.java"},"region":{"startLine":4}}}]}],
        "tool":{"driver":{"name":"scan","rules":[{"id":"S1","defaultConfiguration":{"level":"error"}}]}}}]}
      """;

  static final String CHECKSTYLE =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <checkstyle version="12.1">
        <file name="/home/ci/shop/Cart.java">
          <error line="3" severity="warning" message="long line" source="LineLength"/>
        </file>
      </checkstyle>
      """;

  static final String CHECKSTYLE_FAILING = CHECKSTYLE.replace("\"warning\"", "\"error\"");

  static final String EXIT = "{\"command\":[\"make\",\"check\"],\"exitCode\":0}\n";
  static final String EXIT_FAILING = "{\"command\":\"make check\",\"exitCode\":2}\n";

  static final String MAVEN =
      """
      [INFO] Running shop.CartTest
      [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in shop.CartTest
      [INFO]
      [INFO] Results:
      [INFO]
      [WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1
      [INFO]
      [INFO] BUILD SUCCESS
      """;

  static final String MAVEN_FAILING =
      """
      [INFO] Running shop.CartTest
      [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in shop.CartTest
      [ERROR] shop.CartTest.sums -- Time elapsed: 0.01 s <<< FAILURE!
      org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
      \tat shop.CartTest.sums(CartTest.java:9)

      [INFO] Results:
      [ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
      [INFO] BUILD FAILURE
      """;

  static final String PYTEST =
      """
      ============================= test session starts ==============================
      collected 3 items

      test_a.py ..s                                                            [100%]

      ========================= 2 passed, 1 skipped in 0.12s =========================
      """;

  static final String PYTEST_FAILING =
      """
      ============================= test session starts ==============================
      test_a.py .F                                                             [100%]
      =================================== FAILURES ===================================
      __________________________________ test_sum ____________________________________

          def test_sum():
      >       assert total([1, 2]) == 4
      E       assert 3 == 4

      test_a.py:6: AssertionError
      =========================== short test summary info ============================
      FAILED test_a.py::test_sum - assert 3 == 4
      ========================= 1 failed, 1 passed in 0.12s ==========================
      """;

  static final String GO_LOG =
      "ok  \tshop.example/a\t0.003s\n?   \tshop.example/b\t[no test files]\n";

  static final String GO_LOG_FAILING =
      """
      --- FAIL: TestSum (0.00s)
          sum_test.go:12: got 3, want 4
      FAIL
      FAIL\tshop.example/a\t0.003s
      FAIL
      """;

  static final String CARGO =
      """
      running 2 tests
      test tests::adds ... ok
      test tests::slow ... ignored

      test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
      """;

  static final String CARGO_FAILING =
      """
      running 1 test
      test tests::sums ... FAILED

      failures:

      ---- tests::sums stdout ----

      thread 'tests::sums' (4242) panicked at src/lib.rs:9:5:
      assertion `left == right` failed
        left: 3
       right: 4

      failures:
          tests::sums

      test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

      error: test failed, to rerun pass `--lib`
      """;

  static final String JEST =
      """
      PASS src/sum.test.js
        ✓ adds (2 ms)

      Test Suites: 1 passed, 1 total
      Tests:       1 passed, 1 total
      Snapshots:   0 total
      Time:        0.4 s
      """;

  static final String JEST_FAILING =
      """
      FAIL src/sum.test.js
        ● sum › adds

          expect(received).toBe(expected) // Object.is equality

          Expected: 4
          Received: 3

            3 | test('adds', () => {
          > 4 |   expect(sum(1, 2)).toBe(4);

            at Object.toBe (src/sum.test.js:4:21)

      Test Suites: 1 failed, 1 total
      Tests:       1 failed, 1 passed, 2 total
      Snapshots:   0 total
      Time:        0.4 s
      """;

  static final String NODE =
      """
      ✔ adds (1.2ms)
      ℹ tests 1
      ℹ suites 0
      ℹ pass 1
      ℹ fail 0
      ℹ cancelled 0
      ℹ skipped 0
      ℹ todo 0
      ℹ duration_ms 50.1
      """;

  static final String NODE_FAILING =
      """
      ✔ adds (1.2ms)
      ✖ sums (0.9ms)
      ℹ tests 2
      ℹ suites 0
      ℹ pass 1
      ℹ fail 1
      ℹ cancelled 0
      ℹ skipped 0
      ℹ todo 0
      ℹ duration_ms 50.1

      ✖ failing tests:

      test at sum.test.mjs:5:1
      ✖ sums (0.9ms)
        AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 3 !== 4
            at TestContext.<anonymous> (file:///home/ci/sum.test.mjs:6:10)
      """;

  static final List<Pair> ALL =
      List.of(
          new Pair("TAP", TAP, TAP_FAILING, "1..3"),
          new Pair("go test -json", GO_JSON, GO_JSON_FAILING, ""),
          new Pair("CTRF", CTRF, CTRF_FAILING, ""),
          new Pair("SARIF", SARIF, SARIF_FAILING, ""),
          new Pair("Checkstyle XML", CHECKSTYLE, CHECKSTYLE_FAILING, ""),
          new Pair("process exit", EXIT, EXIT_FAILING, ""),
          new Pair("Maven log", MAVEN, MAVEN_FAILING, "BUILD SUCCESS"),
          new Pair("pytest log", PYTEST, PYTEST_FAILING, "in 0.12s"),
          new Pair("go log", GO_LOG, GO_LOG_FAILING, "a\t0.003s\n"),
          new Pair("cargo log", CARGO, CARGO_FAILING, ""),
          new Pair("Jest log", JEST, JEST_FAILING, "Time:        0.4 s"),
          new Pair("Node log", NODE, NODE_FAILING, "ℹ duration_ms"));

  private Documents() {}
}
