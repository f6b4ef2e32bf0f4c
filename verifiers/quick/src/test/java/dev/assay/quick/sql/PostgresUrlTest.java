package dev.assay.quick.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {

  @Test
  void everyPartOfTheUrlReachesTheDriver() throws Exception {
    PostgresUrl url =
        PostgresUrl.parse(
            "postgres://us%40er:p%2Fw+%23@my_host:5433/my%20db?sslmode=require&connect_timeout=2");

    assertThat(url.jdbcUrl()).isEqualTo("jdbc:postgresql://my_host:5433/");
    Properties properties = url.properties();
    assertThat(properties)
        .containsEntry("user", "us@er")
        .containsEntry("password", "p/w+#")
        .containsEntry("PGDBNAME", "my db")
        .containsEntry("sslmode", "require")
        .containsEntry("connectTimeout", "2");
  }

  @Test
  void parametersThatNameClassesOrFilesAreIgnored() throws Exception {
    Properties properties =
        PostgresUrl.parse("postgresql://u@h/d?socketFactory=x.Y&loggerFile=/tmp/x&readOnly=false")
            .properties();

    assertThat(properties).doesNotContainKeys("socketFactory", "loggerFile", "readOnly");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mysql://u@h/d",
        "postgresql://",
        "postgresql://u:secret@/d",
        "jdbc:postgresql://h/d",
        "postgresql://u:secret@h:x/d",
        "postgresql://u:secret@h:99999/d",
        "postgresql://u:secret@h/%zz",
        "postgresql://u:secret@h;x/d",
        "postgresql://u:secret@h/d?connect_timeout=x"
      })
  void aMalformedUrlIsRefusedWithoutRepeatingIt(String url) {
    assertThatThrownBy(() -> PostgresUrl.parse(url))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("expected a URL of the form")
        .message()
        .doesNotContain("secret");
  }
}
