package dev.assay.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a Linux system that isolated programs need to read, and nothing that is personal.
 */
final class SystemPaths {

  /** Programs and libraries. */
  static final List<String> PROGRAMS =
      List.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt");

  /** Configuration that programs look up; credentials are not among them. */
  static final List<String> CONFIGURATION =
      List.of(
          "/etc/alternatives",
          "/etc/ca-certificates",
          "/etc/ssl/certs",
          "/etc/java",
          "/etc/ld.so.cache",
          "/etc/ld.so.conf",
          "/etc/ld.so.conf.d",
          "/etc/localtime",
          "/etc/mime.types",
          "/etc/group",
          "/etc/nsswitch.conf",
          "/etc/passwd",
          "/etc/profile");

  /** What programs look up to find hosts. */
  static final List<String> NETWORK = List.of("/etc/resolv.conf", "/etc/hosts");

  private SystemPaths() {}

  /** Whether {@code path} lies in one of {@link #PROGRAMS}. */
  static boolean isProgram(Path path) {
    return PROGRAMS.stream().anyMatch(path::startsWith);
  }

  /** The executable file called {@code name} on this JVM's PATH. */
  static Optional<Path> executable(String name) {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
