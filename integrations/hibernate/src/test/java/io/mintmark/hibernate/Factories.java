package io.mintmark.hibernate;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Opens session factories, each with its own database in memory. */
final class Factories {

  /** Properties of Hibernate that define a generator of each kind. */
  static final Map<String, String> GENERATORS = Map.ofEntries(
      Map.entry("hibernate.mintmark.store", "memory:"),
      Map.entry("hibernate.mintmark.generators.users.type", "snowflake"),
      Map.entry("hibernate.mintmark.generators.invoices.type", "sequence"),
      Map.entry("hibernate.mintmark.generators.events.type", "uuid"),
      Map.entry("hibernate.mintmark.generators.documents.type", "objectid"),
      Map.entry("hibernate.mintmark.generators.members.type", "typeid"),
      Map.entry("hibernate.mintmark.generators.members.prefix", "member"),
      Map.entry("hibernate.mintmark.generators.tickets.type", "snowflake"),
      Map.entry("hibernate.mintmark.generators.tickets.prefix", "ticket"),
      Map.entry("hibernate.mintmark.generators.tickets.check-digit", "true"),
      Map.entry("hibernate.mintmark.generators.codes.type", "key"),
      Map.entry("hibernate.mintmark.generators.codes.format", "C{seq:6}"),
      Map.entry("hibernate.mintmark.generators.vouchers.type", "key"),
      Map.entry("hibernate.mintmark.generators.vouchers.format", "V{var:shop:2}{seq:6}"),
      Map.entry("hibernate.mintmark.generators.orders.type", "key"),
      Map.entry("hibernate.mintmark.generators.orders.format", "OD{db:2}{table:2}{seq:6}"),
      Map.entry("hibernate.mintmark.generators.orders.shards.databases", "4"),
      Map.entry("hibernate.mintmark.generators.orders.shards.tables-per-database", "2"));

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private Factories() {}

  static SessionFactory open(Map<String, String> settings, Class<?>... entities) {
    Configuration configuration = new Configuration()
        .setProperty(
            "hibernate.connection.url",
            "jdbc:h2:mem:ids" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1")
        .setProperty("hibernate.hbm2ddl.auto", "create-drop")
        .setProperty("hibernate.jdbc.batch_size", "50")
        .setProperty("hibernate.generate_statistics", "true");
    settings.forEach(configuration::setProperty);
    for (Class<?> entity : entities) {
      configuration.addAnnotatedClass(entity);
    }
    return configuration.buildSessionFactory();
  }
}
