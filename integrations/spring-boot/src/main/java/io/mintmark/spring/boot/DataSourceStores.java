package io.mintmark.spring.boot;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.jdbc.JdbcStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;

/** Opens stores that keep their lines (named counters) in a table of the application's database. */
final class DataSourceStores implements ClientStores<DataSource> {

  private static final Pattern SCHEME = Pattern.compile("jdbc:([a-z0-9]+):.*", Pattern.DOTALL);
  private static final Set<String> OURS = Set.of("postgresql", "mariadb", "mysql");

  /**
   * The schemes of embedded databases, which cannot be the store. The scheme in the URL shows this,
   * so no connection is needed.
   */
  private static final Set<String> EMBEDDED = Set.of("h2", "hsqldb", "derby", "sqlite");

  /** How many of the pool's connections the store keeps while it is open. */
  private static final int HELD = 2;

  /**
   * The pools' properties for the maximum number of connections; 0 or a negative number means no
   * limit.
   */
  private static final List<String> SIZES =
      List.of("maximumPoolSize", "maxTotal", "maxActive", "maxPoolSize");

  /** The property of a proxy DataSource that returns the DataSource behind it. */
  private static final String TARGET = "targetDataSource";

  private static final int MAX_TARGETS = 8;

  @Override
  public Class<DataSource> type() {
    return DataSource.class;
  }

  /**
   * Decides from the DataSource's URL if it exposes one. Otherwise connects to the database. If the
   * database cannot be reached, returns true, so that no other store is used in its place.
   */
  @Override
  public boolean fits(DataSource source) {
    Optional<String> engine = url(source).flatMap(DataSourceStores::engine);
    if (engine.filter(OURS::contains).isPresent()) {
      return true;
    }
    if (engine.filter(EMBEDDED::contains).isPresent()) {
      return false;
    }
    try (Connection connection = source.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      return OURS.stream().anyMatch(ours -> ours.equalsIgnoreCase(product));
    } catch (SQLException | RuntimeException e) {
      return true;
    }
  }

  private static Optional<String> engine(String url) {
    Matcher matcher = SCHEME.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** Returns the pool's URL. Some pools call it {@code url}, others {@code jdbcUrl}. */
  private static Optional<String> url(DataSource source) {
    BeanWrapper bean = pool(source);
    return Stream.of("jdbcUrl", "url")
        .flatMap(name -> read(bean, name) instanceof String url ? Stream.of(url) : Stream.empty())
        .findFirst();
  }

  private static @Nullable Object read(BeanWrapper bean, String name) {
    try {
      return bean.isReadableProperty(name) ? bean.getPropertyValue(name) : null;
    } catch (BeansException e) {
      return null; // The DataSource may expose its URL only while it is connected.
    }
  }

  @Override
  public String holds() {
    return "; Mintmark holds " + HELD + " of its connections while the application runs";
  }

  @Override
  public void check(String name, DataSource source) {
    BeanWrapper pool = pool(source);
    for (String size : SIZES) {
      if (read(pool, size) instanceof Integer most && most > 0 && most <= HELD) {
        throw new ConfigurationException(
            StoreOpener.PROPERTY,
            Message.of(
                "the connection pool is too small: bean={}, {}={}; Mintmark holds {} of its"
                    + " connections while the application runs, so none is left for the"
                    + " application; set {} to at least {} (HikariCP:"
                    + " spring.datasource.hikari.maximum-pool-size), or {} to a URL, which gives"
                    + " Mintmark connections of its own",
                name,
                size,
                most,
                HELD,
                size,
                HELD + 1,
                StoreOpener.PROPERTY));
      }
    }
  }

  /** Returns the pool itself, behind its proxies. */
  private static BeanWrapper pool(DataSource source) {
    BeanWrapper bean = PropertyAccessorFactory.forBeanPropertyAccess(source);
    for (int i = 0; i < MAX_TARGETS && read(bean, TARGET) instanceof DataSource target; i++) {
      bean = PropertyAccessorFactory.forBeanPropertyAccess(target);
    }
    return bean;
  }

  @Override
  public ClaimStore open(DataSource source, MintmarkProperties properties) {
    return JdbcStore.builder()
        .dataSource(source)
        .timeout(properties.claimTimeout())
        .openTimeout(properties.openTimeout())
        .open();
  }
}
