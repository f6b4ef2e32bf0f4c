package dev.assay.starlark.syntax;

import dev.assay.starlark.syntax.TokenStream.Token;
import java.util.ArrayList;
import java.util.List;

/** Reads the parameters of a {@code def} or {@code lambda} and checks their order. */
final class ParamParser {
  private final TokenStream in;
  private final ExprParser exprs;
  private final List<FunctionBody.Param> params = new ArrayList<>();
  private boolean sawStar;
  private boolean sawDefault;
  private boolean sawKwargs;

  ParamParser(TokenStream in, ExprParser exprs) {
    this.in = in;
    this.exprs = exprs;
  }

  /** The parameters up to, not including, the closing token. */
  List<FunctionBody.Param> params(TokenKind end) {
    boolean bareStarLast = false;
    while (!in.is(end)) {
      int position = in.token().position();
      if (sawKwargs) {
        throw new SyntaxException(position, "no parameter may follow **kwargs");
      }
      bareStarLast = false;
      if (in.takeIf(TokenKind.STARSTAR)) {
        add(FunctionBody.ParamKind.KWARGS);
        sawKwargs = true;
      } else if (in.takeIf(TokenKind.STAR)) {
        bareStarLast = star(position);
      } else {
        named();
      }
      if (!in.takeIf(TokenKind.COMMA)) {
        break;
      }
    }
    if (bareStarLast || (sawStar && bareStarBeforeKwargsOnly())) {
      throw new SyntaxException(
          in.token().position(), "bare * must be followed by keyword-only parameters");
    }
    return params;
  }

  private boolean bareStarBeforeKwargsOnly() {
    return params.stream()
        .noneMatch(p ->
            p.kind() == FunctionBody.ParamKind.VARARGS
                || p.kind() == FunctionBody.ParamKind.KEYWORD_ONLY);
  }

  private boolean star(int position) {
    if (sawStar) {
      throw new SyntaxException(position, "multiple * parameters not allowed");
    }
    sawStar = true;
    if (in.is(TokenKind.IDENT)) {
      add(FunctionBody.ParamKind.VARARGS);
      return false;
    }
    return true;
  }

  private void add(FunctionBody.ParamKind kind) {
    Token name = in.expect(TokenKind.IDENT, " as parameter name");
    params.add(
        new FunctionBody.Param(
            kind, new Ident(String.valueOf(name.value()), name.position()), null));
  }

  private void named() {
    Token name = in.expect(TokenKind.IDENT, " as parameter name");
    Ident ident = new Ident(String.valueOf(name.value()), name.position());
    var kind = sawStar ? FunctionBody.ParamKind.KEYWORD_ONLY : FunctionBody.ParamKind.NORMAL;
    if (in.takeIf(TokenKind.EQ)) {
      sawDefault = true;
      params.add(new FunctionBody.Param(kind, ident, exprs.test()));
      return;
    }
    if (sawDefault && !sawStar) {
      throw new SyntaxException(
          name.position(), "required parameter may not follow optional parameter");
    }
    params.add(new FunctionBody.Param(kind, ident, null));
  }

  static int tallest(List<FunctionBody.Param> params) {
    int tallest = 0;
    for (FunctionBody.Param param : params) {
      Expr value = param.defaultValue();
      tallest = Math.max(tallest, value == null ? 0 : value.height());
    }
    return tallest;
  }
}
