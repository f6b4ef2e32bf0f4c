package dev.assay.starlark;

import org.jspecify.annotations.Nullable;

/** The variables of one run of a program. */
final class ModuleState {
  final String file;
  final @Nullable StarlarkValue[] globals;
  final StarlarkValue[] predeclared;

  ModuleState(String file, int globals, StarlarkValue[] predeclared) {
    this.file = file;
    this.globals = new StarlarkValue[globals];
    this.predeclared = predeclared;
  }
}
