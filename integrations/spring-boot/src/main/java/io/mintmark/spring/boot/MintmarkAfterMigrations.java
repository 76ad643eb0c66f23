package io.mintmark.spring.boot;

import io.mintmark.Mintmark;
import io.mintmark.store.ClaimStore;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Makes Spring Boot create the Mintmark and its store after Flyway, Liquibase and SQL scripts have
 * run. Otherwise a new database would contain Mintmark's table before the first migration, and
 * Flyway refuses a schema that is not empty.
 *
 * <p>With {@code spring.jpa.defer-datasource-initialization}, the migrations run after Hibernate
 * has started, which needs the Mintmark. In this case the Mintmark does not wait for them.
 */
final class MintmarkAfterMigrations
    extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

  private static final String DEFERRED = "spring.jpa.defer-datasource-initialization";

  private final Environment environment;

  MintmarkAfterMigrations(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
    return environment.getProperty(DEFERRED, boolean.class, false)
        ? Set.of()
        : Set.of(Mintmark.class, ClaimStore.class);
  }
}
