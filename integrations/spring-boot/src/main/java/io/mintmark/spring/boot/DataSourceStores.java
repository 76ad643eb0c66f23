package io.mintmark.spring.boot;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.jdbc.JdbcStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeansException;
import org.springframework.beans.PropertyAccessorFactory;

/** Lines in a table of the application's database. */
final class DataSourceStores implements ClientStores<DataSource> {

  private static final Pattern SCHEME = Pattern.compile("jdbc:([a-z0-9]+):.*", Pattern.DOTALL);
  private static final Set<String> OURS = Set.of("postgresql", "mariadb", "mysql");

  /** Those of small databases within an application, which no connection has to be made for. */
  private static final Set<String> EMBEDDED = Set.of("h2", "hsqldb", "derby", "sqlite");

  @Override
  public Class<DataSource> type() {
    return DataSource.class;
  }

  /**
   * Tells by the URL where the DataSource shows one, else by the database itself. One that cannot
   * be asked is taken for one that fits: another store must not be used in its place.
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

  /** Pools call it either way. */
  private static Optional<String> url(DataSource source) {
    BeanWrapper bean = PropertyAccessorFactory.forBeanPropertyAccess(source);
    return Stream.of("jdbcUrl", "url")
        .flatMap(name -> text(bean, name).stream())
        .findFirst();
  }

  private static Optional<String> text(BeanWrapper bean, String name) {
    try {
      return bean.isReadableProperty(name) && bean.getPropertyValue(name) instanceof String text
          ? Optional.of(text)
          : Optional.empty();
    } catch (BeansException e) {
      return Optional.empty(); // One that shows its URL only while it is connected, for example.
    }
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
