package dev.assay.starlark.syntax;

/** A name in the source, bound to its slot by the {@link Resolver}. */
public final class Ident implements Expr {
  private final String name;
  private final int position;
  private Binding binding = Binding.Unbound.UNBOUND;

  Ident(String name, int position) {
    this.name = name;
    this.position = position;
  }

  /** The name as written. */
  public String name() {
    return name;
  }

  @Override
  public int position() {
    return position;
  }

  @Override
  public int height() {
    return 1;
  }

  /** Where the name's value lives; {@link Binding.Unbound} only before resolution. */
  public Binding binding() {
    return binding;
  }

  void bind(Binding target) {
    binding = target;
  }
}
