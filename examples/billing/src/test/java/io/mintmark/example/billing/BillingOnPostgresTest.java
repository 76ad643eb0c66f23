package io.mintmark.example.billing;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.jdbc.Engines;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

/** With its profile for PostgreSQL, on a real one. */
@Tag("long")
final class BillingOnPostgresTest extends BillingContract {

  private @Nullable EngineProcess postgres;

  @Override
  List<String> settings(Path directory) throws Exception {
    EngineProcess engine = Engines.postgres(directory);
    postgres = engine;
    return List.of(
        "--spring.profiles.active=postgres",
        "--spring.datasource.url=" + Engines.postgresUrl(engine.port()));
  }

  /** Stops the application first: what the contract does at the end would come too late. */
  @AfterAll
  void stopPostgres() {
    stop();
    if (postgres != null) {
      postgres.close();
    }
  }
}
