package dev.assay.quick.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.quick.check.Resolver.ResolveException;
import dev.assay.quick.verify.Conditions.ColumnEquals;
import dev.assay.toolcalls.json.JsonObject;
import dev.assay.toolcalls.json.JsonParser;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pointers of a contract against the parameters of an event. */
class ResolverTest {

  private static final String PARAMS =
      "{'id':1,'name':'orders','empty':'','null':null,'bad name':'a b','list':[7],"
          + "'big':9007199254740993,'flag':true,'infinite':1e999,'f':{}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'const':''}|CONST_STRING_EMPTY",
        "{'const':7}|CONST_STRING_EMPTY",
        "7|CONST_STRING_EMPTY",
        "{'pointer':'/none'}|STRING_SPEC_POINTER_MISSING",
        "{'pointer':'/null'}|STRING_SPEC_POINTER_MISSING",
        "{'pointer':'/id'}|STRING_SPEC_TYPE",
        "{'pointer':'/empty'}|STRING_SPEC_EMPTY",
        "{'pointer':'/bad name'}|INVALID_IDENTIFIER",
        "{'const':'1a'}|INVALID_IDENTIFIER",
      })
  void aColumnIsANonEmptyIdentifier(String column, String code) {
    assertRefused(row("{'const':'t'}", column, "{'const':1}"), code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'pointer':'/none'}|KEY_VALUE_POINTER_MISSING",
        "{'pointer':'/null'}|KEY_VALUE_POINTER_MISSING",
        "{'pointer':'/list'}|KEY_VALUE_NOT_SCALAR",
        "{'pointer':'/infinite'}|KEY_VALUE_NOT_SCALAR",
        "{'const':[]}|KEY_VALUE_SPEC_INVALID",
        "{}|KEY_VALUE_SPEC_INVALID",
      })
  void aValueIsAScalar(String value, String code) {
    assertRefused(row("{'const':'t'}", "{'const':'c'}", value), code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'pointer':'/none'}|TABLE_POINTER_INVALID",
        "{'pointer':'/id'}|TABLE_POINTER_INVALID",
        "{'pointer':'/empty'}|TABLE_POINTER_INVALID",
        "{}|TABLE_SPEC_INVALID",
        "{'const':'a.b'}|INVALID_IDENTIFIER",
        "{'const':''}|INVALID_IDENTIFIER",
      })
  void aTableIsAnIdentifier(String table, String code) {
    assertRefused(row(table, "{'const':'c'}", "{'const':1}"), code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'const':null}|null",
        "{'const':true}|true",
        "{'const':1.0}|1",
        "{'const':9007199254740993}|9007199254740993",
        "{'pointer':'/big'}|9007199254740993",
        "{'pointer':'/list/0'}|7",
        "{'pointer':'/flag'}|true",
      })
  void valuesBecomeTexts(String value, String text) throws Exception {
    CheckRequest request = resolve(row("{'pointer':'/name'}", "{'const':'c'}", value));

    assertThat(request)
        .isInstanceOfSatisfying(
            CheckRequest.Row.class,
            row -> {
              assertThat(row.row().table()).isEqualTo("orders");
              assertThat(row.row().identityEq()).containsExactly(new ColumnEquals("c", text));
            });
  }

  @Test
  void aColumnMayStandInAListOnce() {
    String pair = "{'column':{'const':'c'},'value':{'const':1}}";
    assertRefused(
        "{'kind':'sql_row','table':{'const':'t'},'identityEq':["
            + pair
            + ","
            + pair
            + "],'requiredFields':{'pointer':'/f'}}",
        "EQUALITY_DUPLICATE_COLUMN");
  }

  @Test
  void unknownKindsAreNotGuessed() {
    assertRefused("{'kind':'magic'}", "UNSUPPORTED_VERIFICATION_KIND");
    assertRefused(
        "{'kind':'sql_relational','checks':[{'checkKind':'magic','id':'i'}]}",
        "UNSUPPORTED_VERIFICATION_KIND");
  }

  private static void assertRefused(String verification, String code) {
    assertThatThrownBy(() -> resolve(verification))
        .isInstanceOfSatisfying(
            ResolveException.class, e -> assertThat(e.code().name()).isEqualTo(code));
  }

  private static CheckRequest resolve(String verification) throws ResolveException {
    return new Resolver(object(PARAMS)).resolve(object(verification));
  }

  private static JsonObject object(String text) {
    return (JsonObject) Objects.requireNonNull(JsonParser.parse(text.replace('\'', '"')));
  }

  private static String row(String table, String column, String value) {
    return "{'kind':'sql_row','table':"
        + table
        + ",'identityEq':[{'column':"
        + column
        + ",'value':"
        + value
        + "}],'requiredFields':{'pointer':'/f'}}";
  }
}
