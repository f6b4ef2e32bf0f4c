package dev.assay.agencyverify.pipeline;

import java.util.List;
import java.util.stream.Stream;

/**
 * The verify scripts of canaries. Every worker knows them and allows no other text on behalf of a
 * canary. They use nothing but what the shell has built in, look at two files of their workspace by
 * fixed names and write one, so that they may run without isolation: what isolation a host offers
 * is no part of the truth.
 */
final class CanaryScripts {

  /** The file in which a script looks. */
  static final String EVIDENCE = "evidence.properties";

  /** The file with the line that it looks for. */
  static final String WANTED = "wanted";

  private static final String LOOK =
      """
      found=false
      wanted=
      if [ -f wanted ]; then IFS= read -r wanted < wanted; fi
      if [ -n "$wanted" ] && [ -f evidence.properties ]; then
        while IFS= read -r line; do
          if [ "$line" = "$wanted" ]; then found=true; fi
        done < evidence.properties
      fi
      """;

  private static final String BY_EXIT_CODE = "$found || exit 7\n";
  private static final String BY_DOCUMENT =
      "echo '{\"schema_version\":\"1.0\",\"ok\":'$found'}' > .agency/out/verify.json\n";
  private static final String BY_TEST_LOG =
      """
      echo TAP version 14
      echo 1..2
      echo ok 1 - looked
      if $found; then echo ok 2 - found; else echo not ok 2 - found; fi
      """;

  /** Scripts that tell what they found, each in its way. */
  static final List<String> TELLING =
      List.of(LOOK + BY_EXIT_CODE, LOOK + BY_DOCUMENT, LOOK + BY_TEST_LOG);

  /** Scripts that are killed before they tell. */
  static final List<String> KILLED = List.of(LOOK + "kill -KILL $$\n");

  /** All of them: what a worker allows. */
  static final List<String> ALL = Stream.concat(TELLING.stream(), KILLED.stream()).toList();

  private CanaryScripts() {}
}
