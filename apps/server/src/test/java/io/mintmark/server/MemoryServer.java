package io.mintmark.server;

import io.mintmark.config.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server on the store {@code memory:} with a Redis client. In a static field there is one for the
 * class, in another field one for each test.
 */
final class MemoryServer
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

  /** How long a closing server waits for idle connections, in tests of other behaviour. */
  static final Duration SHORT_DRAIN = Duration.ofMillis(100);

  static {
    CapturedAudit.offUnlessCaptured();
  }

  private final Optional<String> file;
  private boolean ofClass;
  private @Nullable Server server;
  private @Nullable RespClient client;

  private MemoryServer(Optional<String> file) {
    this.file = file;
  }

  /** Returns a server without a configuration file. */
  static MemoryServer standard() {
    return new MemoryServer(Optional.empty());
  }

  /** Returns a server with a configuration file of this text. */
  static MemoryServer with(String file) {
    return new MemoryServer(Optional.of(file));
  }

  /** Returns a builder for an additional server with the same settings. */
  static ServerBuilder builder() {
    return Server.builder()
        .store("memory:")
        .http("127.0.0.1:0")
        .resp("127.0.0.1:0")
        .set(ServerSettings.DRAIN, SHORT_DRAIN);
  }

  Server get() {
    return Objects.requireNonNull(server);
  }

  /** Returns a connection, which is the same throughout a test. */
  RespClient client() throws IOException {
    RespClient known = client;
    if (known == null) {
      known = new RespClient(get().resp());
      client = known;
    }
    return known;
  }

  /** Closes the connection. The next call of {@link #client} opens another. */
  void disconnect() throws IOException {
    if (client != null) {
      client.close();
      client = null;
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    ofClass = true;
    start();
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    if (!ofClass) {
      start();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    disconnect();
    if (!ofClass) {
      get().close();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    get().close();
  }

  private void start() throws IOException {
    ServerBuilder builder = builder();
    if (file.isPresent()) {
      Path written = Files.createTempFile("mintmark", ".yaml");
      try {
        builder.config(Config.load(Files.writeString(written, file.get())));
      } finally {
        Files.delete(written);
      }
    }
    server = builder.start();
  }
}
