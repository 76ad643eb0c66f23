package io.mintmark.spring.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** Spring Boot of whichever line is on the class path: some of its classes have moved. */
final class Boot {

  /** What the tests need, by the simple names of both lines. */
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

  /** An application with Mintmark alone. */
  static ApplicationContextRunner plain() {
    return with(Set.of());
  }

  /** An application with a DataSource as {@code spring.datasource} says. */
  static ApplicationContextRunner database() {
    return with(DATABASE);
  }

  /** An application with a DataSource, whose database scripts change as it starts. */
  static ApplicationContextRunner scripts() {
    return with(SCRIPTS);
  }

  /** An application with Redis as {@code spring.data.redis} says. */
  static ApplicationContextRunner redis() {
    return with(REDIS);
  }

  /** An application with MongoDB as {@code spring.data.mongodb} or {@code spring.mongodb} says. */
  static ApplicationContextRunner mongo() {
    return with(MONGO);
  }

  /** An application whose beans may be containers of Testcontainers. */
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

  /** The names of Mintmark's auto-configurations. */
  static List<String> ofMintmark() {
    return candidates().stream().filter(Boot::isOfMintmark).toList();
  }

  /** Health as it is shown, on either line. */
  static String health(Object indicator) {
    try {
      return indicator.getClass().getMethod("health").invoke(indicator).toString();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no health to ask", e);
    }
  }
}
