package io.mintmark.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tests the shop with its profile for PostgreSQL, on a real server. */
@Tag("long")
final class ShopOnPostgresTest extends ShopContract {

  private @Nullable EngineProcess postgres;

  @Override
  List<String> settings(Path directory) throws Exception {
    EngineProcess engine = Engines.postgres(directory);
    postgres = engine;
    return List.of(
        "--spring.profiles.active=postgres",
        "--spring.datasource.url=" + Engines.postgresUrl(engine.port()));
  }

  /** Stops the shop before PostgreSQL, because the contract stops the shop only afterwards. */
  @AfterAll
  void stopPostgres() {
    stop();
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void lines_ofTheGenerators_areInTheShopsDatabase() {
    assertThat(shop()
            .getBean(JdbcTemplate.class)
            .queryForList("select name from mintmark_line", String.class))
        .contains("key/deliveries")
        .anyMatch(name -> name.startsWith("worker/"));
  }
}
