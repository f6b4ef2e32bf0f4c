package dev.assay.http;

import dev.assay.schemas.ConfigException;
import dev.assay.schemas.ErrorCode;
import dev.assay.schemas.Parsed;
import dev.assay.schemas.Rejection;
import dev.assay.schemas.Require;
import dev.assay.schemas.Times;
import dev.assay.schemas.json.Json;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The principals that a server knows, as a JSON document. It has no secret in it: of each token the
 * SHA-256.
 */
public record Principals(List<Entry> principals) {

  private static final Set<String> RESERVED = Set.of(Principal.ANONYMOUS, Principal.OPERATOR);

  /** Nobody. */
  public static final Principals NONE = new Principals(List.of());

  /** Checks that each has a name of its own. */
  public Principals {
    principals = Require.list("principals", principals, HttpLimits.PRINCIPALS_MAX);
    Set<String> ids = new HashSet<>(RESERVED);
    for (Entry entry : principals) {
      Require.that(
          ids.add(entry.id()),
          ErrorCode.RESERVED_ID,
          "id",
          "expected an id that no other principal has, found " + Require.quoted(entry.id()));
    }
  }

  /**
   * One principal with its tokens.
   *
   * @param roles as they are written
   * @param fleets the fleets that it acts for, or null for all, which auditors and operators may
   */
  public record Entry(
      String id, List<String> roles, @Nullable List<String> fleets, List<Token> tokens) {

    /** Checks the bounds, and that the fleets fit the roles. */
    public Entry {
      id = Require.id("id", id);
      roles = Require.list("roles", roles, Role.values().length);
      Require.that(!roles.isEmpty(), ErrorCode.MISSING_FIELD, "roles", "expected a role of " + id);
      roles.forEach(role ->
          Require.that(
              Role.of(role).isPresent(),
              ErrorCode.INVALID_FIELD,
              "roles",
              "expected a role out of "
                  + List.of(Role.values()).stream().map(Role::text).collect(Collectors.joining(" "))
                  + ", found "
                  + Require.quoted(role)));
      boolean everywhere = known(roles).stream().allMatch(Role::everywhere);
      if (fleets == null || fleets.isEmpty()) {
        fleets = null;
        Require.that(
            everywhere,
            ErrorCode.MISSING_FIELD,
            "fleets",
            "expected at least one fleet of " + id + ", found none");
      } else {
        fleets = Require.list("fleets", fleets, HttpLimits.FLEETS_MAX);
        fleets.forEach(fleet -> Require.id("fleets", fleet));
        Require.that(
            !known(roles).contains(Role.OPERATE),
            ErrorCode.INVALID_FIELD,
            "fleets",
            "expected no fleets of " + id + ", who operates the system for all of them");
      }
      tokens = Require.list("tokens", tokens, HttpLimits.TOKENS_MAX);
    }

    private static Set<Role> known(List<String> roles) {
      return roles.stream().map(Role::of).flatMap(Optional::stream).collect(Collectors.toSet());
    }

    /** Whom its tokens let in. */
    public Principal principal() {
      return new Principal(id, known(roles), fleets == null ? null : Set.copyOf(fleets));
    }

    /** This principal with these tokens alone. */
    public Entry with(List<Token> others) {
      return new Entry(id, roles, fleets, others);
    }
  }

  /**
   * What is kept of a token.
   *
   * @param sha256 of its text
   * @param notAfter when it stops to let anybody in, or null
   */
  public record Token(String sha256, String created, @Nullable String notAfter) {

    private static final int ID_CHARS = 16;

    /** What is kept of {@code token}, made now. */
    public static Token of(BearerToken token, @Nullable Instant notAfter) {
      return new Token(
          token.sha256(),
          Times.text(Instant.now()),
          notAfter == null ? null : Times.text(notAfter));
    }

    /** Checks the form. */
    public Token {
      sha256 = Require.digest("sha256", sha256);
      created = Times.canonical("created", Require.present("created", created));
      notAfter = notAfter == null ? null : Times.canonical("notAfter", notAfter);
    }

    /** Its name for people. */
    public String id() {
      return sha256.substring(0, ID_CHARS);
    }
  }

  /**
   * What {@code file} has; nobody when there is no such file.
   *
   * @throws ConfigException when it has no such document
   */
  public static Principals read(Path file) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException _) {
      return NONE;
    }
    return switch (Json.parse(bytes, Principals.class)) {
      case Parsed.Accepted<Principals>(Principals principals) -> principals;
      case Parsed.Rejected<Principals>(Rejection rejection) ->
          throw new ConfigException("the principals in " + file + ": " + rejection.detail());
    };
  }

  /**
   * Puts what {@code change} makes of {@code file} in its place, at once and for its owner alone;
   * one change after the other.
   *
   * @throws ConfigException when the file has no such document
   */
  public static void edit(Path file, UnaryOperator<Principals> change) throws IOException {
    Path lock = file.resolveSibling(file.getFileName() + ".lock");
    OwnerOnlyFile.create(lock, "");
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      String text = Json.toTree(change.apply(read(file))).toPrettyString();
      OwnerOnlyFile.replace(file, text + "\n");
    }
  }

  /** The principal of that name. */
  public Optional<Entry> named(String id) {
    return principals.stream().filter(entry -> entry.id().equals(id)).findFirst();
  }

  /**
   * These and {@code added}; its tokens join those that a principal of its name has.
   *
   * @throws dev.assay.schemas.RejectedException when that one has other roles or fleets, or there
   *     are too many
   */
  public Principals with(Entry added) {
    List<Entry> all = new ArrayList<>(principals);
    Optional<Entry> known = named(added.id());
    if (known.isPresent()) {
      Require.that(
          known.get().principal().equals(added.principal()),
          ErrorCode.INVALID_FIELD,
          "id",
          "expected the roles and fleets that "
              + added.id()
              + " has already, found others; revoke it first or choose another id");
      List<Token> tokens = new ArrayList<>(known.get().tokens());
      tokens.addAll(added.tokens());
      all.set(all.indexOf(known.get()), added.with(tokens));
    } else {
      all.add(added);
    }
    return new Principals(all);
  }

  /** These without the principal or the token of that name; the same when there is neither. */
  public Principals without(String name) {
    List<Entry> left = new ArrayList<>();
    for (Entry entry : principals) {
      List<Token> tokens =
          entry.tokens().stream().filter(token -> !token.id().equals(name)).toList();
      if (!entry.id().equals(name) && !(tokens.isEmpty() && !entry.tokens().isEmpty())) {
        left.add(entry.with(tokens));
      }
    }
    return new Principals(left);
  }
}
