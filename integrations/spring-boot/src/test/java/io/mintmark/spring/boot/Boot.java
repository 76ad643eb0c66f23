package io.mintmark.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/**
 * Makes applications with the Spring Boot version on the class path. The packages of some classes
 * differ between the major versions.
 */
final class Boot {

  /** The auto-configurations that tests need, by their simple names in both major versions. */
  private static final Set<String> DATABASE = Set.of("DataSourceAutoConfiguration");

  private static final Set<String> SCRIPTS = Set.of(
      "DataSourceAutoConfiguration",
      "SqlInitializationAutoConfiguration",
      "DataSourceInitializationAutoConfiguration");
  private static final Set<String> REDIS =
      Set.of("RedisAutoConfiguration", "DataRedisAutoConfiguration", "SslAutoConfiguration");
  private static final Set<String> MONGO =
      Set.of("MongoAutoConfiguration", "MongoDataAutoConfiguration", "DataMongoAutoConfiguration");

  private static final Set<String> CONTAINERS = Set.of("ServiceConnectionAutoConfiguration");

  private Boot() {}

  /** Returns an application with Mintmark alone. */
  static ApplicationContextRunner plain() {
    return with(Set.of());
  }

  /** Returns an application with a DataSource that {@code spring.datasource} configures. */
  static ApplicationContextRunner database() {
    return with(DATABASE);
  }

  /** Returns an application with a DataSource that runs SQL scripts at its start. */
  static ApplicationContextRunner scripts() {
    return with(SCRIPTS);
  }

  /** Returns an application with Redis that {@code spring.data.redis} configures. */
  static ApplicationContextRunner redis() {
    return with(REDIS);
  }

  /**
   * Returns an application with MongoDB that {@code spring.data.mongodb} or {@code spring.mongodb}
   * configures.
   */
  static ApplicationContextRunner mongo() {
    return with(MONGO);
  }

  /** Returns an application whose beans can be containers of Testcontainers. */
  static ApplicationContextRunner containers() {
    return with(CONTAINERS);
  }

  private static ApplicationContextRunner with(Set<String> names) {
    List<Class<?>> types = new ArrayList<>();
    for (String name : candidates()) {
      if (isOfMintmark(name) || names.contains(ClassUtils.getShortName(name))) {
        types.add(ClassUtils.resolveClassName(name, Boot.class.getClassLoader()));
      }
    }
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(types.toArray(Class[]::new)));
  }

  private static List<String> candidates() {
    return ImportCandidates.load(AutoConfiguration.class, Boot.class.getClassLoader())
        .getCandidates();
  }

  private static boolean isOfMintmark(String name) {
    return name.startsWith("io.mintmark.");
  }

  /** Returns the names of Mintmark's auto-configurations. */
  static List<String> ofMintmark() {
    return candidates().stream().filter(Boot::isOfMintmark).toList();
  }

  /** Returns the health as text, in either major version. */
  static String health(Object indicator) {
    try {
      return indicator.getClass().getMethod("health").invoke(indicator).toString();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no health to ask", e);
    }
  }
}
