package dev.assay.agencyverify.cli;

import dev.assay.agencyverify.agency.AgencyFailure;
import dev.assay.agencyverify.agency.AgencyFailure.AgencyCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed command line: positional words and options in any order, {@code --name value} or {@code
 * --name=value}; {@code --} ends the options.
 */
record Arguments(List<String> words, Map<String, String> options, Set<String> switches) {

  /** Parses {@code arguments}; an option that is not named here is a usage error. */
  static Arguments parse(List<String> arguments, Set<String> valued, Set<String> flags)
      throws AgencyFailure {
    List<String> words = new ArrayList<>();
    Map<String, String> options = new HashMap<>();
    Set<String> switches = new java.util.HashSet<>();
    boolean onlyWords = false;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      int equals = argument.indexOf('=');
      String name = equals < 0 ? argument : argument.substring(0, equals);
      if (onlyWords || !argument.startsWith("-") || argument.equals("-")) {
        words.add(argument);
      } else if (argument.equals("--")) {
        onlyWords = true;
      } else if (valued.contains(name) && equals >= 0) {
        options.put(name, argument.substring(equals + 1));
      } else if (valued.contains(name) && i + 1 < arguments.size()) {
        i++;
        options.put(name, arguments.get(i));
      } else if (valued.contains(name)) {
        throw usage("expected a value after " + name + ", found the end of the command");
      } else if (flags.contains(argument)) {
        switches.add(argument);
      } else {
        throw usage("expected a known option, found '" + argument + "'");
      }
    }
    return new Arguments(words, options, switches);
  }

  /** The one positional word. */
  String word(String what) throws AgencyFailure {
    if (words.size() != 1) {
      throw usage("expected exactly one " + what + ", found " + words.size());
    }
    return words.getFirst();
  }

  Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  boolean has(String flag) {
    return switches.contains(flag);
  }

  static AgencyFailure usage(String message) {
    return new AgencyFailure(AgencyCode.USAGE, message);
  }
}
