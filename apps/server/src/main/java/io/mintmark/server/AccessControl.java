package io.mintmark.server;

import io.mintmark.error.ConfigurationException;
import io.mintmark.server.access.Access;
import io.mintmark.server.access.AuditFile;
import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.Tokens;
import io.mintmark.server.net.Encryption;
import io.mintmark.server.watch.PeriodicTasks;
import io.mintmark.server.watch.ReloadedFiles;
import io.mintmark.time.ElapsedClock;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tokens, TLS and the audit log of one server, kept up to date while it runs. */
final class AccessControl implements AutoCloseable {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Access access;
  private final Optional<Supplier<Encryption>> tls;
  private final Optional<AuditFile> audit;
  private final PeriodicTasks watch;

  private AccessControl(
      Access access,
      Optional<Supplier<Encryption>> tls,
      Optional<AuditFile> audit,
      PeriodicTasks watch) {
    this.access = access;
    this.tls = tls;
    this.audit = audit;
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
      Optional<ReloadedFiles<Tokens>> tokens = files
          .tokens()
          .map(file -> new ReloadedFiles<>(
              "tokens",
              List.of(file),
              () -> Tokens.read(file, ElapsedClock.system()),
              record(log, "tokens")));
      Optional<ReloadedFiles<Encryption>> tls = files
          .tls()
          .map(pem -> new ReloadedFiles<>("tls", pem.files(), pem::read, record(log, "tls")));
      Tokens notAsked = Tokens.notAsked();
      Access access =
          new Access(tokens.<Supplier<Tokens>>map(all -> all).orElse(() -> notAsked), log);
      PeriodicTasks watch = new PeriodicTasks("watch", LOOK_EVERY);
      tokens.ifPresent(all -> watch.add(all::reloadIfChanged));
      tls.ifPresent(all -> watch.add(all::reloadIfChanged));
      audit.ifPresent(file -> watch.add(file::sync));
      return new AccessControl(access, tls.map(all -> all), audit, watch);
    } catch (ConfigurationException e) {
      audit.ifPresent(AuditFile::close);
      throw e;
    }
  }

  Access access() {
    return access;
  }

  /** With what new connections are encrypted now. */
  Optional<Supplier<SslContext>> tls() {
    return tls.map(now -> () -> now.get().context());
  }

  /** When the certificate ends that new connections are shown now. */
  Optional<Supplier<Instant>> certificateEnds() {
    return tls.map(now -> () -> now.get().ends());
  }

  @Override
  public void close() {
    watch.close();
    audit.ifPresent(AuditFile::close);
  }

  private static Consumer<Optional<ConfigurationException>> record(AuditLog log, String what) {
    return fault -> log.write(
        "server",
        "",
        "reload",
        what,
        "",
        fault.map(why -> String.valueOf(why.getMessage())).orElse("ok"));
  }
}
