package io.mintmark.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.RequestTrace;
import io.mintmark.server.access.TokenUses;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.net.Encryption;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.server.watch.ReloadedFiles;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Tokens, TLS and the audit log of one server, kept up to date while it runs. */
final class AccessControl implements AutoCloseable {

  /**
   * The period of the checks for changes. A change is applied once two checks in a row have seen
   * it.
   */
  static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private static final Duration WARN_EVERY = Duration.ofDays(1);

  /** The clock of tokens and certificates. */
  static final InstantSource CLOCK = InstantSource.system();

  private static final String TOKENS = "tokens";
  private static final String TLS = "tls";

  private final Access access;
  private final Optional<ReloadedFiles<Encryption>> tls;
  private final List<ReloadedFiles<?>> files;
  private final PeriodicTasks watch = new PeriodicTasks("watch");

  /**
   * Reads the configured files.
   *
   * @param registry receives the metrics of the tokens
   * @throws ConfigurationException if a file cannot be read
   */
  AccessControl(ServerDecisions decided, MeterRegistry registry) {
    AuditLog log = new AuditLog(decided.settings().get(ServerSettings.AUDIT_ABOVE));
    TokenUses uses = new TokenUses(registry);
    Optional<ReloadedFiles<Tokens>> tokens = decided
        .tokens()
        .map(file -> new ReloadedFiles<>(
            TOKENS, List.of(file), () -> read(file, uses), record(log, TOKENS), CLOCK));
    tls = decided
        .tls()
        .map(pem -> new ReloadedFiles<>(TLS, pem.files(), pem::read, record(log, TLS), CLOCK));
    Tokens notAsked = Tokens.notAsked();
    access = new Access(
        tokens.<Supplier<Tokens>>map(known -> known).orElse(() -> notAsked), log, uses, CLOCK);
    files = Stream.<Optional<? extends ReloadedFiles<?>>>of(tokens, tls)
        .<ReloadedFiles<?>>flatMap(Optional::stream)
        .toList();
    files.forEach(each -> watch.add(LOOK_EVERY, each::reloadIfChanged));
    tokens.ifPresent(
        known -> watch.add(WARN_EVERY, () -> known.get().warnOfExpiry(CLOCK.instant())));
  }

  private static Tokens read(Path file, TokenUses uses) {
    Tokens tokens = Tokens.read(file);
    tokens.warnOfExpiry(CLOCK.instant());
    uses.show(tokens, CLOCK);
    return tokens;
  }

  Access access() {
    return access;
  }

  /** The present settings of TLS for new connections. */
  Optional<Supplier<ServerSSLOptions>> tls() {
    return tls.map(now -> () -> now.get().settings());
  }

  /** When the present certificate for new connections ends. */
  Optional<Supplier<Instant>> certificateEnds() {
    return tls.map(now -> () -> now.get().ends());
  }

  /** Returns the files that are read again when they change. */
  List<ReloadedFiles<?>> files() {
    return files;
  }

  /** Reads all files again, soon. */
  void reload() {
    files.forEach(each -> watch.soon(each::reload));
  }

  /** Returns a recorder of reloads and of failed reloads. */
  Consumer<Optional<MintmarkException>> record(String what) {
    return record(access.audit(), what);
  }

  @Override
  public void close() {
    watch.close();
  }

  private static Consumer<Optional<MintmarkException>> record(AuditLog log, String what) {
    return fault -> log.write(
        new AuditLog.Actor("server", "", ""),
        "reload",
        what,
        "",
        fault.map(why -> String.valueOf(why.getMessage())).orElse("ok"),
        RequestTrace.NONE);
  }
}
