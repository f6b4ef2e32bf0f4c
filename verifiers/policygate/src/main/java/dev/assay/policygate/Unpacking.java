package dev.assay.policygate;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Programs that write what an archive, a patch, another repository or a server holds. */
final class Unpacking {

  private static final String HERE = Arguments.HERE;

  private Unpacking() {}

  /** The directory below which a program writes any file, or null when it does not. */
  static @Nullable String tree(String program, Arguments given) {
    return switch (program) {
      case "tar", "bsdtar", "gtar", "jar", "star" ->
          given.has("[a-zA-Z]*x", "extract|get") || given.first().matches("[a-zA-Z]*x[a-zA-Z]*")
              ? given.directory("-C", "--directory")
              : null;
      case "unzip" -> given.has("[lptvZ]", "list") ? null : given.directory("-d", "-d");
      case "7z", "7za", "7zr", "7zz", "unrar", "unace", "arj", "unarj", "rar" ->
          given.first().matches("[xe]") ? HERE : null;
      case "lha", "lzh" -> given.first().matches("-?[xe][a-zA-Z0-9=]*") ? HERE : null;
      case "cabextract" ->
          given.has("[a-zA-Z]*[lt]", "list|test") ? null : given.directory("-d", "--directory");
      case "unsquashfs" -> given.has("l|s|st", "") ? null : given.value("-d", "-dest");
      case "unar" -> given.directory("-o", "-output-directory");
      case "ar" ->
          given.first().matches("-?[a-zA-Z]*x[a-zA-Z]*")
              ? given.directory("--output", "--output")
              : null;
      case "dpkg", "dpkg-deb" -> given.has("[xXR]", "(?:raw-|v)?extract") ? given.lastOf(2) : null;
      case "python", "python2", "python3" ->
          given.any("zipfile", "tarfile") && given.has("e", "extract") ? HERE : null;
      case "pax" -> given.has("[a-zA-Z]*r", "-") ? HERE : null;
      case "cpio" ->
          given.has("[a-zA-Z]*i", "extract")
              ? HERE
              : given.has("[a-zA-Z]*p", "pass-through") ? given.lastOf(1) : null;
      case "patch" -> given.has("", "dry-run") ? null : given.directory("-d", "--directory");
      case "hg" ->
          given.first().matches("import|patch|unshelve")
                  || given.first().equals("revert") && given.has("r", "rev.*")
              ? HERE
              : null;
      case "svn" ->
          given.first().equals("patch")
              ? HERE
              : given.first().equals("export") ? given.lastOf(3) : null;
      case "jj" -> given.first().equals("restore") && given.has("f", "from.*") ? HERE : null;
      case "curl" ->
          given.has("[a-zA-Z]*[JK]", "remote-header-name|config")
                  || given.words().stream().anyMatch(word -> word.matches("#[0-9].*"))
              ? given.directory("--output-dir", "--output-dir")
              : null;
      case "wget" ->
          given.has(
                  "[a-zA-Z&&[^OPUaeot]]*[rxi]",
                  "recursive|mirror|content-disposition|force-directories|input-file.*")
              ? given.directory("-P", "--directory-prefix")
              : null;
      case "aria2c" -> given.directory("-d", "--dir");
      case "gh" ->
          given.first().matches("release|run") && given.any("download")
              ? given.directory("-D", "--dir")
              : null;
      case "rclone" -> given.first().matches("copy|sync|move|bisync") ? given.lastOf(3) : null;
      case "aws", "gsutil", "gcloud" ->
          given.any("sync", "rsync")
                  || given.any("cp", "mv") && given.has("[a-zA-Z]*r", "recursive")
              ? given.lastOf(2)
              : null;
      case "sftp" -> HERE;
      case "expand-archive" -> destination(given);
      default -> given.value("--output-dir", "--outdir");
    };
  }

  private static String destination(Arguments given) {
    for (int i = 0; i + 1 < given.words().size(); i++) {
      if (given.words().get(i).toLowerCase(Locale.ROOT).startsWith("-dest")) {
        return given.words().get(i + 1);
      }
    }
    List<String> plain = given.positional(Set.of());
    return plain.size() < 2 ? HERE : plain.getLast();
  }
}
