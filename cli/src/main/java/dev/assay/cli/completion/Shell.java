package dev.assay.cli.completion;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A shell, and the script by which it completes. */
enum Shell {
  BASH("bash") {
    @Override
    String script(List<Words> all) {
      StringBuilder out =
          new StringBuilder(
              """
              # bash completion of assay: source it, or write it to ~/.local/share/bash-completion/completions/assay
              _assay() {
                local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]} at=assay before= word words= i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                  word=${COMP_WORDS[i]}
                  case "$at $word" in
              """);
      out.append("      ").append(paths(all)).append(") at=\"$at $word\" ;;\n");
      out.append("    esac\n    [ \"$word\" = = ] || before=$word\n  done\n");
      out.append("  [ \"$cur\" != = ] || cur=\n  case \"$at $before\" in\n");
      out.append(
          cases(
              all,
              "COMPREPLY=($(compgen -f -- \"$cur\")) ;",
              values ->
                  "COMPREPLY=($(compgen -W $'" + String.join("\\n", values) + "' -- \"$cur\")) ;"));
      out.append("  esac\n  case $at in\n");
      for (Words words : all) {
        out.append("    ")
            .append(quoted(words.path()))
            .append(") words=$'")
            .append(
                Stream.concat(
                        words.commands().stream().map(Words.Word::text),
                        words.options().stream().flatMap(each -> each.names().stream()))
                    .collect(Collectors.joining("\\n")))
            .append("' ;;\n");
      }
      return out.append(
              """
                esac
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
                [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
              }
              complete -o filenames -F _assay assay
              """)
          .toString();
    }
  },
  ZSH("zsh") {
    @Override
    String script(List<Words> all) {
      StringBuilder out =
          new StringBuilder(
              """
              #compdef assay
              # zsh completion of assay: write it as _assay into a directory of $fpath
              _assay() {
                local at=assay before= word i
                local -a commands options
                for ((i = 2; i < CURRENT; i++)); do
                  word=${words[i]}
                  case "$at $word" in
              """);
      out.append("      ").append(paths(all)).append(") at=\"$at $word\" ;;\n");
      out.append("    esac\n    before=$word\n  done\n");
      out.append("  if [[ $PREFIX == --*=* ]]; then\n    before=${PREFIX%%=*}\n");
      out.append("    compset -P 1 '*='\n  fi\n  case \"$at $before\" in\n");
      out.append(cases(all, "_files;", values -> "compadd -- " + String.join(" ", values) + ";"));
      out.append("  esac\n  case $at in\n");
      for (Words words : all) {
        out.append("    ").append(quoted(words.path())).append(")\n      commands=(");
        words
            .commands()
            .forEach(each -> out.append(' ').append(quoted(each.text() + ':' + each.meaning())));
        out.append(" )\n      options=(");
        words
            .options()
            .forEach(each ->
                each.names()
                    .forEach(name -> out.append(' ').append(quoted(name + ':' + each.meaning()))));
        out.append(" )\n      ;;\n");
      }
      return out.append(
              """
                esac
                _describe -t commands command commands
                [[ $PREFIX == -* ]] && _describe -o -t options option options
                (( $#commands )) || _files
              }
              if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi
              """)
          .toString();
    }
  },
  FISH("fish") {
    @Override
    String script(List<Words> all) {
      StringBuilder out =
          new StringBuilder(
              """
              # fish completion of assay: write it to ~/.config/fish/completions/assay.fish
              function __assay_at
                  set -l at assay
                  set -l told (commandline -opc)
                  for word in $told[2..-1]
                      switch "$at $word"
              """);
      out.append("            case ")
          .append(paths(all).replace(" | ", " "))
          .append("\n                set at \"$at $word\"\n");
      out.append("        end\n    end\n    test \"$at\" = \"$argv\"\nend\n");
      for (Words words : all) {
        String begin = "complete -c assay -n \"__assay_at " + words.path() + "\"";
        if (!words.commands().isEmpty()) {
          out.append(begin).append(" -f\n");
        }
        words
            .commands()
            .forEach(each ->
                out.append(begin)
                    .append(" -a ")
                    .append(each.text())
                    .append(" -d ")
                    .append(quoted(each.meaning()))
                    .append('\n'));
        words
            .options()
            .forEach(each -> {
              out.append(begin);
              for (String name : each.names()) {
                out.append(name.startsWith("--") ? " -l " : " -s ")
                    .append(name.replaceFirst("^-+", ""));
              }
              if (each.valued()) {
                out.append(
                    each.values().isEmpty()
                        ? " -r"
                        : " -x -a " + quoted(String.join(" ", each.values())));
              }
              out.append(" -d ").append(quoted(each.meaning())).append('\n');
            });
      }
      return out.toString();
    }
  };

  private final String word;

  Shell(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  /** The script that completes {@code all}. */
  abstract String script(List<Words> all);

  /** The commands below {@code assay} as alternatives of a case. */
  private static String paths(List<Words> all) {
    return all.stream()
        .map(Words::path)
        .filter(path -> path.indexOf(' ') > 0)
        .map(Shell::quoted)
        .collect(Collectors.joining(" | "));
  }

  /**
   * The cases of options with a value, by command and name, in bash and zsh.
   *
   * @param files completes a value that may be anything
   * @param of completes one of some values
   */
  private static String cases(List<Words> all, String files, Function<List<String>, String> of) {
    StringBuilder out = new StringBuilder();
    for (Words words : all) {
      for (Words.Option option : words.options()) {
        if (option.valued()) {
          out.append("    ")
              .append(
                  option.names().stream()
                      .map(name -> quoted(words.path() + ' ' + name))
                      .collect(Collectors.joining(" | ")))
              .append(") ")
              .append(option.values().isEmpty() ? files : of.apply(option.values()))
              .append(" return ;;\n");
        }
      }
    }
    return out.toString();
  }

  /** In all three shells; {@link Words} leaves no quotes. */
  private static String quoted(String text) {
    return '\'' + text + '\'';
  }
}
