package io.mintmark.store.jdbc;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Starts Debian's PgBouncer in front of a PostgreSQL. */
final class PgBouncer {

  private PgBouncer() {}

  /**
   * Starts a PgBouncer with a pool of four sessions, which many clients share.
   *
   * @param mode {@code transaction} or {@code session}
   */
  static EngineProcess start(Path folder, int enginePort, String mode) throws Exception {
    Optional<Path> program = EngineProcess.find("pgbouncer");
    assumeTrue(program.isPresent(), "skipped: needs pgbouncer (Debian's package pgbouncer)");
    int port = EngineProcess.freePort();
    Path settings = Files.createDirectories(folder).resolve("pgbouncer.ini");
    Files.writeString(settings, """
        [databases]
        postgres = host=127.0.0.1 port=%d dbname=postgres user=postgres
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = %s
        default_pool_size = 4
        server_login_retry = 1
        """.formatted(enginePort, port, mode));
    List<String> command =
        Engines.unprivileged(List.of(program.orElseThrow().toString(), settings.toString()));
    return EngineProcess.start(folder, port, command);
  }
}
