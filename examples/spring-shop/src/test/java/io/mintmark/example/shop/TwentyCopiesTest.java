package io.mintmark.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.spring.boot.MintmarkAutoConfiguration;
import io.mintmark.store.jdbc.Engines;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Tests twenty copies of the shop's generators that claim ids from one PostgreSQL at the same time.
 * Each copy also has MyBatis-Plus' own generator, which derives its worker number from the network
 * card and the process id. All copies have the same network card and process id, which can happen
 * in containers, where the process id is 1.
 */
@Tag("long")
final class TwentyCopiesTest {

  private static final int COPIES = 20;
  private static final int ROWS = 500;

  /** The number of deliveries per copy. Each delivery's number is a claim. */
  private static final int DELIVERIES = 20;

  /** The part of the shop that makes ids, with the shop's application.yml. */
  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({DataSourceAutoConfiguration.class, MintmarkAutoConfiguration.class})
  static class Ids {}

  /** A copy of the shop's generators, and MyBatis-Plus' own generator. */
  private record Copy(ConfigurableApplicationContext context, IdentifierGenerator own) {

    static Copy start(Path directory, int postgresPort) {
      return new Copy(
          new SpringApplicationBuilder(Ids.class)
              .web(WebApplicationType.NONE)
              .run(
                  "--spring.profiles.active=postgres",
                  "--shop.directory=" + directory,
                  "--spring.datasource.url=" + Engines.postgresUrl(postgresPort),
                  "--spring.datasource.hikari.maximum-pool-size=3",
                  "--spring.main.banner-mode=off",
                  "--logging.level.root=warn",
                  "--mintmark.open-timeout=60s",
                  "--mintmark.claim-timeout=60s"),
          new DefaultIdentifierGenerator(InetAddress.getLoopbackAddress()));
    }

    SnowflakeGenerator users() {
      return context.getBean("users", SnowflakeGenerator.class);
    }

    KeyGenerator keys(String name) {
      return context.getBean(name, KeyGenerator.class);
    }
  }

  @Test
  void ids_ofTwentyProcesses_neverRepeat_unlikeMybatisPlus(@TempDir Path directory)
      throws Exception {
    Files.writeString(directory.resolve("order-key"), "0123456789abcdef0123456789abcdef");
    List<Copy> copies = new ArrayList<>();
    EngineProcess postgres = Engines.postgres(directory);
    try {
      for (int i = 0; i < COPIES; i++) {
        copies.add(Copy.start(directory, postgres.port()));
      }
      Set<Object> ours = new HashSet<>();
      Set<Number> theirs = new HashSet<>();
      for (int row = 0; row < ROWS; row++) {
        for (Copy copy : copies) {
          long user = copy.users().next();
          ours.add(user);
          ours.add(copy.keys("orders").nextFor(Long.toString(user)));
          theirs.add(copy.own().nextId(null));
        }
      }
      for (int i = 0; i < DELIVERIES; i++) {
        copies.forEach(copy -> ours.add(copy.keys("deliveries").next()));
      }

      assertThat(theirs).hasSizeLessThan(COPIES * ROWS);
      assertThat(ours).hasSize(COPIES * (2 * ROWS + DELIVERIES));
    } finally {
      copies.forEach(copy -> copy.context().close());
      postgres.close();
    }
  }
}
