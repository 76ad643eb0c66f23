package io.mintmark.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.ChildJvm;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Starts an application with and without Mintmark and its embedded store in turn, each in its own
 * JVM, and prints the medians of the times. The time with Mintmark includes the first id.
 */
@Tag("long")
final class StartTimeTest {

  private static final int STARTS = Integer.getInteger("mintmark.starts", 1);

  @TempDir
  Path directory;

  /**
   * Excludes the other libraries on the tests' class path, by their names in both major versions.
   */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
        "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
        "org.springframework.boot.autoconfigure.mongo.MongoAutoConfiguration",
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
        "org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration"
      })
  static class Plain {}

  /** An application that prints when it is ready, and ends. */
  static final class Application {

    public static void main(String[] arguments) {
      boolean with = arguments[0].equals("with");
      try (ConfigurableApplicationContext context = SpringApplication.run(
          Plain.class,
          "--spring.docker.compose.enabled=false",
          "--spring.autoconfigure.exclude=" + (with ? "" : String.join(",", Boot.ofMintmark())),
          "--mintmark.directory=" + arguments[1],
          "--mintmark.generators.users.type=snowflake")) {
        if (with) {
          long unused = context.getBean(SnowflakeGenerator.class).next();
        }
        System.out.println("ready");
      }
    }
  }

  @Test
  void start_withAndWithoutMintmark_isReady() {
    List<Long> with = new ArrayList<>();
    List<Long> without = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      without.add(start("without"));
      with.add(start("with"));
    }
    System.out.println("without: median=" + median(without) + " ms, all=" + without);
    System.out.println("with:    median=" + median(with) + " ms, all=" + with);
    System.out.println("more: " + (median(with) - median(without)) + " ms");
  }

  /** Returns the time from the JVM's start until the application is ready. */
  private long start(String kind) {
    long began = System.nanoTime();
    try (ChildJvm child =
        ChildJvm.of(Application.class, kind, directory.toString()).start()) {
      // Spring Boot prints lines before this line.
      assertThat(Stream.generate(child::hear).anyMatch("ready"::equals)).isTrue();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }
  }

  private static long median(List<Long> times) {
    List<Long> sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
