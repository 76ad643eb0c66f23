package io.mintmark.gapless;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests with H2 in memory. The database exists as long as this process. */
class H2GaplessTest extends GaplessContract {

  @Override
  DataSource database() {
    JdbcDataSource source = new JdbcDataSource();
    source.setUrl("jdbc:h2:mem:gapless;DB_CLOSE_DELAY=-1");
    return source;
  }

  /** The search path begins with a schema that contains no tables. */
  @Test
  void next_tablesInALaterSchemaOfTheSearchPath_usesThem() throws SQLException {
    String url = "jdbc:h2:mem:searched;DB_CLOSE_DELAY=-1";
    JdbcDataSource owner = new JdbcDataSource();
    owner.setUrl(url + ";INIT=CREATE SCHEMA IF NOT EXISTS \"bill\"\"ing\"\\;"
        + "SET SCHEMA \"bill\"\"ing\"");
    assertThat(next(owner)).isEqualTo(1);

    JdbcDataSource searching = new JdbcDataSource();
    searching.setUrl(url + ";INIT=SET SCHEMA_SEARCH_PATH PUBLIC, \"bill\"\"ing\"");
    assertThat(next(searching)).isEqualTo(2);
  }

  private static long next(DataSource source) throws SQLException {
    GaplessNumbers numbers = invoices(source);
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      long number = numbers.next(connection, "acme", DAY).number();
      connection.commit();
      return number;
    }
  }
}
