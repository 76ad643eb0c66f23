package io.mintmark.spring.boot;

import io.mintmark.rigs.ChildJvm;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Measures how much longer an application takes to start with Mintmark and its embedded store: it
 * starts one with and one without its auto-configurations in turn, each in a JVM of its own, and
 * prints the medians. One that has Mintmark has also made an id by then.
 */
public final class StartTime {

  private static final int STARTS = 15;

  private StartTime() {}

  /** What the tests' class path has beside Spring Boot and Mintmark, on either line. */
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

  /** An application that says when it is ready and ends. */
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

  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("mintmark-start");
    List<Long> with = new ArrayList<>();
    List<Long> without = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      without.add(start("without", directory));
      with.add(start("with", directory));
    }
    System.out.println("without: median=" + median(without) + " ms, all=" + without);
    System.out.println("with:    median=" + median(with) + " ms, all=" + with);
    System.out.println("more: " + (median(with) - median(without)) + " ms");
  }

  /** From the JVM's start until the application is ready. */
  private static long start(String kind, Path directory) {
    long began = System.nanoTime();
    try (ChildJvm child =
        ChildJvm.of(Application.class, kind, directory.toString()).start()) {
      while (!child.hear().equals("ready")) {
        // Boot's own lines come before it.
      }
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }
  }

  private static long median(List<Long> times) {
    List<Long> sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }
}
