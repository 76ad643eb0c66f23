package io.mintmark.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.TestAuthority;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import redis.embedded.core.ExecutableProvider;

/** Starts Redis servers, each in its own directory. Other modules use it too. */
public final class RedisServers {

  /** The server writes each command to its log on disk before it replies. */
  static final List<String> DURABLE = List.of("--appendonly", "yes", "--appendfsync", "always");

  private static final Map<String, String> BUNDLED = Map.of(
      "linux/amd64", "redis-server-6.2.6-v5-linux-amd64",
      "linux/aarch64", "redis-server-6.2.7-linux-arm64",
      "mac os x/x86_64", "redis-server-6.2.6-v5-darwin-amd64",
      "mac os x/aarch64", "redis-server-6.2.6-v5-darwin-arm64");

  private static final RedisClient PEOPLE = RedisClient.create();

  private RedisServers() {}

  /** Sends commands to a server, as an administrator does. */
  public static <T> T ask(
      EngineProcess server, Function<RedisCommands<String, String>, T> question) {
    return ask(RedisURI.create("127.0.0.1", server.port()), question);
  }

  static <T> T ask(RedisURI uri, Function<RedisCommands<String, String>, T> question) {
    try (StatefulRedisConnection<String, String> connection = PEOPLE.connect(uri)) {
      return question.apply(connection.sync());
    }
  }

  /** Returns whether INFO contains a line. A server that is being promoted may not answer. */
  public static boolean says(EngineProcess server, String line) {
    try {
      return ask(server, commands -> commands.info("replication")).contains(line);
    } catch (RedisException e) {
      return false;
    }
  }

  /**
   * Starts the bundled server or, if it does not run here, the host's. Skips the test if there is
   * neither.
   */
  public static EngineProcess start(Path directory, String... options) {
    return start(program(directory), directory, EngineProcess.freePort(), List.of(options));
  }

  /** Starts a server that keeps acknowledged writes, with further options. */
  public static EngineProcess startDurable(Path directory, String... options) {
    List<String> all = new ArrayList<>(DURABLE);
    all.addAll(List.of(options));
    return start(program(directory), directory, EngineProcess.freePort(), all);
  }

  /**
   * Starts a Sentinel that monitors a server under the name "orders". Its password is "watch word".
   */
  public static EngineProcess startSentinel(Path directory, EngineProcess primary)
      throws IOException {
    int port = EngineProcess.freePort();
    Path program = program(directory);
    Files.write(
        directory.resolve("sentinel.conf"),
        List.of(
            "port " + port,
            "bind 127.0.0.1",
            "requirepass \"watch word\"",
            "sentinel monitor orders 127.0.0.1 " + primary.port() + " 1",
            "sentinel down-after-milliseconds orders 500",
            "sentinel failover-timeout orders 3000"));
    return EngineProcess.start(
        directory, port, List.of(program.toString(), "sentinel.conf", "--sentinel"));
  }

  /** Starts a server that accepts only TLS, with the most recently issued certificate. */
  public static EngineProcess startTls(Path directory, TestAuthority authority, String... options) {
    int port = EngineProcess.freePort();
    List<String> command = new ArrayList<>(List.of(
        program(directory).toString(), "--port", "0", "--tls-port", Integer.toString(port)));
    command.addAll(List.of("--bind", "127.0.0.1", "--tls-auth-clients", "no"));
    command.addAll(List.of("--tls-cert-file", authority.certificate().toString()));
    command.addAll(List.of("--tls-key-file", authority.key().toString()));
    command.addAll(List.of("--tls-ca-cert-file", authority.root().toString()));
    command.addAll(List.of(options));
    return EngineProcess.start(directory, port, command);
  }

  static EngineProcess start(Path program, Path directory, int port, List<String> options) {
    List<String> command = new ArrayList<>(List.of(
        program.toString(), "--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", "."));
    if (!options.contains("--save")) {
      command.addAll(List.of("--save", ""));
    }
    command.addAll(options);
    return EngineProcess.start(directory, port, command);
  }

  /** Finds the server's program. */
  static Path program(Path directory) {
    Optional<Path> program = bundled(directory).or(RedisServers::onHost);
    Assumptions.assumeTrue(
        program.isPresent(),
        "needs redis-server: the bundled one does not run here, and none is on the host");
    return program.orElseThrow();
  }

  static Optional<Path> onHost() {
    return EngineProcess.find("redis-server");
  }

  private static Optional<Path> bundled(Path directory) {
    String system = System.getProperty("os.name") + "/" + System.getProperty("os.arch");
    String name = BUNDLED.get(system.toLowerCase(Locale.ROOT));
    if (name == null) {
      return Optional.empty();
    }
    try (InputStream content =
        ExecutableProvider.class.getClassLoader().getResourceAsStream(name)) {
      if (content == null) {
        return Optional.empty();
      }
      Files.createDirectories(directory);
      Path program = directory.resolve("redis-server");
      Files.copy(content, program, StandardCopyOption.REPLACE_EXISTING);
      if (!program.toFile().setExecutable(true)) {
        throw new IOException("cannot be made executable: " + program);
      }
      return runs(program) ? Optional.of(program) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether the bundled program runs. It needs libraries that the host may lack. */
  private static boolean runs(Path program) throws IOException {
    try {
      return new ProcessBuilder(program.toString(), "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
