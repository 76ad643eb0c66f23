package io.mintmark.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.store.engine.ServerUrl;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JdbcUrlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc: | not a URL of the form jdbc:mariadb://HOST",
        "jdbc:oracle:thin:@//h/db | not a URL of the form jdbc:mariadb://HOST",
        "jdbc:h2:mem:test | not a URL of the form jdbc:mariadb://HOST",
        "jdbc:postgresql: | jdbc:postgresql://HOST[:PORT]",
        "jdbc:postgresql:shop | jdbc:postgresql://HOST[:PORT]",
        "jdbc:mysql:loadbalance://a,b/shop | not a URL of the form jdbc:mariadb://HOST",
        "jdbc:mysql+srv://h/shop | not a URL of the form jdbc:mariadb://HOST",
        "jdbc:postgresql:/// | not a host: host=''",
        "jdbc:postgresql:///shop | host=''",
        "jdbc:postgresql://a,,b/shop | host=''",
        "jdbc:postgresql://h h/shop | printable ASCII",
        "jdbc:mysql://address=(host=h)/shop | host='address=(host=h)'",
        "jdbc:postgresql://h:0/shop | port=0",
        "jdbc:postgresql://h:65536/shop | port=65536",
        "jdbc:postgresql://h:x/shop | host='h:x'",
        "jdbc:postgresql://h:99999999999/shop | host='h:99999999999'",
        "jdbc:postgresql://h | no database: the URL is jdbc:",
        "jdbc:mariadb://h/ | no database: the URL is jdbc:",
        "jdbc:mariadb://h/?table=t | no database: the URL is jdbc:",
        "jdbc:postgresql://h/名 | printable ASCII",
        "jdbc:postgresql://h/shop?table= | table=''",
        "jdbc:postgresql://h/shop?table=a&table=b | given twice: table",
        "jdbc:postgresql://h/shop?table=a-b | table='a-b'",
        "jdbc:postgresql://h/shop?table=1a | table='1a'",
        "jdbc:postgresql://h/shop?table=a.b.c | table='a.b.c'",
        "jdbc:postgresql://h/shop?table=.a | table='.a'",
        "jdbc:postgresql://h/shop?table=a%22;drop | table='a\";drop'",
        "jdbc:postgresql://h/shop?strict=yes | strict='yes'",
        "jdbc:mysql://h/shop?autoReconnect=true | autoReconnect=true",
        "jdbc:postgresql://h/shop#sequence=a | the URL of a store names a counter: '#sequence=a'",
      })
  void open_badUrl_failsWithReason(String url, String message) {
    assertThatThrownBy(() -> Mintmark.open(url))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  /**
   * The common pool's threads, and the threads of some servers, have a context class loader that
   * does not see the application.
   */
  @Test
  void open_contextLoaderWithoutTheAdapter_usesMintmarksLoader() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
      assertThatThrownBy(() -> Mintmark.open("jdbc:h2:mem:x"))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("not a URL of the form jdbc:mariadb://HOST");
      assertThatThrownBy(
              () -> Adapters.read("jdbc:postgresql://h/shop#nothing=a", Duration.ofSeconds(1)))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageNotContaining("add the artifact");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void open_severalFaults_areReportedTogether() {
    assertThatThrownBy(() -> parsed("jdbc:mysql://h:0?table=a-b"))
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.faults()).hasSize(3));
  }

  @Test
  void open_hugeUrl_failsWithoutRepeatingIt() {
    assertThatThrownBy(() -> parsed("jdbc:mysql://h/shop?x=" + "y".repeat(100_000)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("length=100022")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
    assertThatThrownBy(() -> parsed("jdbc:mysql://h/shop?table=" + "y".repeat(5_000)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("yyy...");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://root:sesame@h:0/shop",
        "jdbc:postgresql://h:0/shop?user=u&password=sesame",
      })
  void open_badUrl_hidesItsSecrets(String url) {
    assertThatThrownBy(() -> parsed(url))
        .hasMessageContaining("port=0")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("sesame"));
  }

  @Test
  void of_goodUrl_keepsDriverParametersAndRemovesItsOwn() {
    JdbcUrl url =
        parsed("jdbc:postgresql://u:p@[::1]:5432,b/shop?strict=true&ssl=true&table=app.lines");

    assertThat(url.url().forDriver()).isEqualTo("jdbc:postgresql://u:p@[::1]:5432,b/shop?ssl=true");
    assertThat(TableName.in(url.url())).isEqualTo(new TableName("app", "lines"));
    assertThat(url.url().strict()).isTrue();
    assertThat(url.engine()).isEqualTo(SqlEngine.POSTGRESQL);
    assertThat(url.properties(Duration.ofMillis(1_500)))
        .containsEntry("connectTimeout", "2")
        .containsEntry("socketTimeout", "2")
        .containsEntry("targetServerType", "primary");
    assertThat(parsed("jdbc:mysql://h/shop").properties(Duration.ofMillis(1_500)))
        .containsEntry("connectTimeout", "1500");
  }

  @ParameterizedTest
  @CsvSource({
    "POSTGRESQL, org.postgresql:postgresql",
    "MARIADB, org.mariadb.jdbc:mariadb-java-client",
    "MYSQL, com.mysql:mysql-connector-j",
  })
  void driver_missing_namesTheArtifact(SqlEngine engine, String artifact) {
    assertThat(engine.driver()).isNotNull();
    assertThatThrownBy(() -> engine.driver(Stream.of(ClassLoader.getPlatformClassLoader())))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(artifact);
  }

  @Test
  void builder_wrongSettings_reportsAll() {
    assertThatThrownBy(() -> JdbcStore.builder()
            .credentials("u", "sesame")
            .table("a b")
            .timeout(Duration.ZERO)
            .open())
        .isInstanceOfSatisfying(
            ConfigurationException.class, e -> assertThat(e.faults()).hasSize(4))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("sesame"));
  }

  private static JdbcUrl parsed(String text) {
    ServerUrl url = JdbcUrl.parse(text);
    TableName unused = TableName.in(url);
    return JdbcUrl.of(url);
  }
}
