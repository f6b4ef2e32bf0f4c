package dev.assay.store.index;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Verifiers, results, bases and fleets as rows of attestations and promotions have them: the number
 * of a row of {@code attestation_name}, which never changes. A name is committed before any row has
 * its number, so that what was read once may be remembered. Safe for many threads.
 */
final class Names {

  /** The number of no name. */
  private static final int NONE = -1;

  /** What a number is shown as whose name is gone; no verifier, result, basis or fleet is that. */
  private static final String GONE = "no name of number ";

  private static final String CODE = "select code from attestation_name where text = ?";
  private static final String TEXT = "select text from attestation_name where code = ?";

  private static final String NAME =
      "insert into attestation_name (text) values (?) on conflict do nothing";

  private final Map<String, Integer> codes = new ConcurrentHashMap<>();
  private final Map<Integer, String> texts = new ConcurrentHashMap<>();

  /** The number of {@code text}; one that no row has when there is none. */
  int code(Handle handle, String text) {
    Integer known = codes.get(text);
    if (known != null) {
      return known;
    }
    return handle
        .createQuery(CODE)
        .bind(0, text)
        .mapTo(Integer.class)
        .findOne()
        .map(code -> remembered(code, text))
        .orElse(NONE);
  }

  /**
   * Gives each name of {@code attestations} that has none a number, in a transaction of its own.
   *
   * @param connection that is in no transaction
   */
  void require(Connection connection, Collection<StoredAttestation> attestations)
      throws SQLException {
    Set<String> all = new HashSet<>();
    for (StoredAttestation each : attestations) {
      Stream.of(each.verifier(), each.result(), each.basis(), each.fleet())
          .filter(Objects::nonNull)
          .forEach(all::add);
    }
    for (String text : all) {
      if (!codes.containsKey(text) && find(connection, text) == NONE) {
        try (PreparedStatement name = connection.prepareStatement(NAME)) {
          name.setString(1, text);
          name.executeUpdate();
        }
      }
    }
  }

  /** Sets the number of {@code text}, which {@link #require} gave one, or null for null. */
  void set(PreparedStatement row, int parameter, @Nullable String text) throws SQLException {
    if (text == null) {
      row.setNull(parameter, Types.INTEGER);
      return;
    }
    Integer known = codes.get(text);
    row.setInt(parameter, known == null ? find(row.getConnection(), text) : known);
  }

  private int find(Connection connection, String text) throws SQLException {
    try (PreparedStatement lookup = connection.prepareStatement(CODE)) {
      lookup.setString(1, text);
      try (ResultSet found = lookup.executeQuery()) {
        return found.next() ? remembered(found.getInt(1), text) : NONE;
      }
    }
  }

  /**
   * The name in {@code column}, null for none; in a database of an earlier version that is the text
   * itself.
   */
  @Nullable String text(ResultSet row, String column) throws SQLException {
    Object kept = row.getObject(column);
    if (!(kept instanceof Number number)) {
      return (String) kept;
    }
    String known = texts.get(number.intValue());
    return known == null ? lookedUp(row.getStatement().getConnection(), number.intValue()) : known;
  }

  private String lookedUp(Connection connection, int code) throws SQLException {
    try (PreparedStatement lookup = connection.prepareStatement(TEXT)) {
      lookup.setInt(1, code);
      try (ResultSet found = lookup.executeQuery()) {
        if (!found.next()) {
          return GONE + code;
        }
        String text = found.getString(1);
        int _ = remembered(code, text);
        return text;
      }
    }
  }

  /** Remembers a name that is committed, and forgets the others when there are too many. */
  private int remembered(int code, String text) {
    if (texts.size() >= IndexLimits.NAMES_REMEMBERED_MAX) {
      texts.clear();
      codes.clear();
    }
    texts.put(code, text);
    codes.put(text, code);
    return code;
  }
}
