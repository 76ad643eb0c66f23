package io.mintmark.store.jdbc;

import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutorService;

/**
 * Reads counters in PostgreSQL, MariaDB and MySQL. {@code #sequence=NAME} is a sequence of
 * PostgreSQL, and {@code #table=NAME} a table with an AUTO_INCREMENT column. {@code
 * #ticket=TABLE.COLUMN} is a table whose one row contains a number; {@code &where=COLUMN:VALUE}
 * selects the row if there are several.
 */
public final class JdbcCounterReader implements PublishedCounterReader {

  /** For {@link java.util.ServiceLoader}. */
  public JdbcCounterReader() {}

  @Override
  public Set<String> schemes() {
    return Set.of("jdbc");
  }

  @Override
  public PublishedCounter read(String url, Duration timeout) {
    JdbcUrl engine = JdbcUrl.of(JdbcUrl.parse(url.substring(0, url.indexOf('#'))));
    Place place = new Place(TableName.in(engine.url()));
    engine.url().check();
    CounterName name = CounterName.of(url, engine.engine());
    Connector connector = Connector.of(engine, engine.properties(timeout));
    String subject = "counter " + StoreUrl.mask(url);
    OpenSettings settings =
        new OpenSettings(subject, timeout, timeout, false, StoreContext.system());
    ExecutorService background = JdbcEngine.background(settings.context());
    ReopeningConnection lane = new ReopeningConnection(connector, place, settings, background);
    try {
      return lane.call(settings.deadline(), session -> new Counters(session, name, subject).read());
    } catch (SQLException | RuntimeException e) {
      throw SqlErrors.opening(subject, e);
    } finally {
      lane.close();
      background.shutdown();
    }
  }
}
