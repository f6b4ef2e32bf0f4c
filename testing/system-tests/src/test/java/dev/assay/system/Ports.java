package dev.assay.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The TCP ports on which a process of this machine listens. */
final class Ports {

  private static final String LISTENING = "0A";
  private static final Pattern SPACES = Pattern.compile("\\s+");

  private Ports() {}

  static List<Integer> of(long pid) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        if (Files.isSymbolicLink(descriptor)) {
          sockets.add(Files.readSymbolicLink(descriptor).toString());
        }
      }
    }
    Set<Integer> ports = new TreeSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        List<String> columns = SPACES.splitAsStream(line.strip()).toList();
        if (columns.get(3).equals(LISTENING)
            && sockets.contains("socket:[" + columns.get(9) + "]")) {
          ports.add(
              Integer.parseInt(columns.get(1).substring(columns.get(1).indexOf(':') + 1), 16));
        }
      }
    }
    return List.copyOf(ports);
  }
}
