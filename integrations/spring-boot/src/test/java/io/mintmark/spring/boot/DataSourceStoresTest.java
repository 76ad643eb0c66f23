package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.alibaba.druid.pool.DruidDataSource;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.mintmark.error.ConfigurationException;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** Tests the checks of the size and the URL of each pool that the page names. No pool connects. */
class DataSourceStoresTest {

  private static final String POSTGRES = "jdbc:postgresql://127.0.0.1:1/orders";

  private final DataSourceStores stores = new DataSourceStores();

  /** Makes a pool for a URL with a maximum number of connections. */
  @FunctionalInterface
  private interface Pool extends BiFunction<String, Integer, DataSource> {}

  static Stream<Arguments> pools() {
    return Stream.of(
        pool("maximumPoolSize", (url, size) -> {
          HikariDataSource pool = new HikariDataSource();
          pool.setJdbcUrl(url);
          pool.setMaximumPoolSize(size);
          return pool;
        }),
        pool("maxActive", (url, size) -> {
          org.apache.tomcat.jdbc.pool.DataSource pool =
              new org.apache.tomcat.jdbc.pool.DataSource();
          pool.setUrl(url);
          pool.setMaxActive(size);
          return pool;
        }),
        pool("maxTotal", (url, size) -> {
          BasicDataSource pool = new BasicDataSource();
          pool.setUrl(url);
          pool.setMaxTotal(size);
          return pool;
        }),
        pool("maxActive", (url, size) -> {
          DruidDataSource pool = new DruidDataSource();
          pool.setUrl(url);
          pool.setMaxActive(size);
          return pool;
        }),
        pool("maxPoolSize", (url, size) -> {
          ComboPooledDataSource pool = new ComboPooledDataSource();
          pool.setJdbcUrl(url);
          pool.setMaxPoolSize(size);
          return pool;
        }));
  }

  private static Arguments pool(String property, Pool pool) {
    return arguments(pool, property);
  }

  @ParameterizedTest
  @MethodSource("pools")
  void check_poolWithoutAConnectionForTheApplication_throws(Pool pool, String property) {
    for (int size = 1; size <= 2; size++) {
      DataSource small = pool.apply(POSTGRES, size);
      String refused = "bean=DataSource 'orders', " + property + "=" + size + "; ";
      for (DataSource each : new DataSource[] {small, new LazyConnectionDataSourceProxy(small)}) {
        assertThatThrownBy(() -> stores.check("DataSource 'orders'", each))
            .isInstanceOf(ConfigurationException.class)
            .hasMessageContaining(refused)
            .hasMessageContaining("set " + property + " to at least 3");
      }
    }
    assertThatCode(() -> stores.check("DataSource 'orders'", pool.apply(POSTGRES, 3)))
        .doesNotThrowAnyException();
  }

  /**
   * Refused because of the URL: a database that is queried and cannot be reached would be accepted.
   */
  @ParameterizedTest
  @MethodSource("pools")
  void fits_embeddedDatabase_false(Pool pool) {
    assertThat(stores.fits(pool.apply("jdbc:h2:tcp://127.0.0.1:1/orders", 10))).isFalse();
    assertThat(stores.fits(pool.apply(POSTGRES, 10))).isTrue();
  }

  /** Starts a whole application with such a pool. */
  @ParameterizedTest
  @MethodSource("pools")
  void start_poolOfTwo_throwsAtOnce(Pool pool, String property) {
    Boot.plain()
        .withBean("orders", DataSource.class, () -> pool.apply(POSTGRES, 2))
        .run(context -> assertThat(context)
            .getFailure()
            .rootCause()
            .hasMessageContaining("bean=DataSource 'orders', " + property + "=2; "));
  }
}
