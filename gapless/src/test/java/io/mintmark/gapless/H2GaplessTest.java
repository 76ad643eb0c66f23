package io.mintmark.gapless;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Tests with H2 in memory. The database exists as long as this process. */
class H2GaplessTest extends GaplessContract {

  @Override
  DataSource database() {
    JdbcDataSource source = new JdbcDataSource();
    source.setUrl("jdbc:h2:mem:gapless;DB_CLOSE_DELAY=-1");
    return source;
  }
}
