package io.mintmark.server;

import io.mintmark.error.ConfigurationException;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.AuditFile;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.ExpiryWarnings;
import io.mintmark.server.access.RequestTrace;
import io.mintmark.server.access.TokenUses;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.net.Encryption;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.time.ElapsedClock;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tokens, TLS and the audit log of one server, kept up to date while it runs. */
final class AccessControl implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final String TOKENS = "tokens";
  private static final String TLS = "tls";

  private final Access access;
  private final Optional<Supplier<Encryption>> tls;
  private final Optional<AuditFile> audit;
  private final Map<String, BooleanSupplier> stale;
  private final PeriodicTasks watch;

  private AccessControl(
      Access access,
      Optional<Supplier<Encryption>> tls,
      Optional<AuditFile> audit,
      Map<String, BooleanSupplier> stale,
      PeriodicTasks watch) {
    this.access = access;
    this.tls = tls;
    this.audit = audit;
    this.stale = stale;
    this.watch = watch;
  }

  /**
   * Reads the files that are named.
   *
   * @throws ConfigurationException if one cannot be read
   */
  static AccessControl open(AccessControlFiles files) {
    Optional<AuditFile> audit =
        files.audit().map(file -> AuditFile.open(file, files.auditAbove(), InstantSource.system()));
    try {
      AuditLog log = audit.<AuditLog>map(file -> file).orElse(AuditLog.NONE);
      TokenUses uses = new TokenUses(ElapsedClock.system(), InstantSource.system());
      Optional<ReloadedFiles<Tokens>> tokens = files
          .tokens()
          .map(file -> new ReloadedFiles<>(
              TOKENS, List.of(file), () -> Tokens.read(file, uses), record(log, TOKENS)));
      Optional<ReloadedFiles<Encryption>> tls = files
          .tls()
          .map(pem -> new ReloadedFiles<>(TLS, pem.files(), pem::read, record(log, TLS)));
      Tokens notAsked = Tokens.notAsked();
      Access access = new Access(
          tokens.<Supplier<Tokens>>map(all -> all).orElse(() -> notAsked),
          log,
          InstantSource.system());
      PeriodicTasks watch = new PeriodicTasks("watch", LOOK_EVERY);
      Map<String, BooleanSupplier> stale = new HashMap<>();
      tokens.ifPresent(all -> {
        stale.put(TOKENS, all::isStale);
        watch.add(all::reloadIfChanged);
        watch.add(new ExpiryWarnings(all, InstantSource.system())::warn);
      });
      tls.ifPresent(all -> {
        stale.put(TLS, all::isStale);
        watch.add(all::reloadIfChanged);
      });
      audit.ifPresent(file -> watch.add(file::sync));
      return new AccessControl(access, tls.map(all -> all), audit, stale, watch);
    } catch (ConfigurationException e) {
      audit.ifPresent(AuditFile::close);
      throw e;
    }
  }

  Access access() {
    return access;
  }

  /** The clock of its records. */
  InstantSource clock() {
    return InstantSource.system();
  }

  /** With what new connections are encrypted now. */
  Optional<Supplier<SslContext>> tls() {
    return tls.map(now -> () -> now.get().context());
  }

  /** When the certificate ends that new connections are shown now. */
  Optional<Supplier<Instant>> certificateEnds() {
    return tls.map(now -> () -> now.get().ends());
  }

  /** By what they are for, whether files have changed and could not be read. */
  Map<String, BooleanSupplier> staleFiles() {
    return stale;
  }

  @Override
  public void close() {
    watch.close();
    audit.ifPresent(AuditFile::close);
  }

  private static Consumer<Optional<ConfigurationException>> record(AuditLog log, String what) {
    return fault -> log.write(
        new AuditLog.Actor("server", "", ""),
        "reload",
        what,
        "",
        fault.map(why -> String.valueOf(why.getMessage())).orElse("ok"),
        RequestTrace.NONE);
  }
}
