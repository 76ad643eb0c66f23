package io.mintmark.store.etcd;

import io.etcd.jetcd.common.exception.EtcdException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.GroupCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Lines in etcd: one key a line.
 *
 * <p>A claim is answered when a majority of the members has it in its logs, so that no change of
 * the leader undoes it. Claims that wait for etcd while it is at others share one transaction, and
 * those on one line are made into one. Every call returns or throws within the timeout; what a call
 * that throws has done is not known, and its range is burned.
 *
 * <p>Scope: all processes that use the same cluster and prefix. Thread-safe.
 */
public final class EtcdStore implements ClaimStore {

  /** The deadline of every call, unless another is given. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

  private final GroupCommit writer;
  private final EtcdReader reader;
  private final Durability durability;

  private EtcdStore(GroupCommit writer, EtcdReader reader, Durability durability) {
    this.writer = writer;
    this.reader = reader;
    this.durability = durability;
  }

  /**
   * Opens the store that a URL names.
   *
   * @param url {@code etcd://HOST:PORT,HOST:PORT?prefix=P}
   * @param timeout the deadline of every call
   * @return the open store, which the caller closes
   * @throws ConfigurationException if the URL is wrong, the user may not do what is needed, or
   *     {@code strict=true} refuses the cluster
   * @throws StoreUnavailableException if etcd does not answer
   */
  public static EtcdStore open(String url, Duration timeout) {
    return builder().url(url).timeout(timeout).open();
  }

  /**
   * Starts the settings of a store.
   *
   * @return a builder with the defaults
   */
  public static EtcdStoreBuilder builder() {
    return new EtcdStoreBuilder();
  }

  /** Opens on a connection, which is left open if this fails. */
  static EtcdStore open(
      EtcdConnection connection,
      String prefix,
      String name,
      Duration opening,
      Duration timeout,
      boolean strict) {
    EtcdKeys keys = EtcdKeys.below(prefix);
    EtcdGround ground = new EtcdGround(connection, keys, "store " + name);
    String subject = "store=" + name;
    try {
      Deadline deadline = Deadline.in(opening);
      ground.probe(opening);
      Durability durability = ground.durability(deadline);
      durability.admit(name, strict);
      EtcdLines lines = new EtcdLines(connection, keys, InstantSource.system(), timeout);
      return new EtcdStore(
          new GroupCommit(subject, lines, EtcdLines.MAX_LINES, timeout, connection::close),
          new EtcdReader(connection, keys, timeout, subject),
          durability);
    } catch (EtcdException e) {
      throw ground.explain(e);
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(e.getMessage() + ", " + subject, e);
    }
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return writer.claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return writer.compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return writer.lower(line, expected, next);
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    writer.checkOpen();
    return reader.position(line);
  }

  @Override
  public List<Line> lines(LinePage page) {
    writer.checkOpen();
    return reader.lines(page);
  }

  @Override
  public void annotate(String line, String note) {
    writer.annotate(line, note);
  }

  /** Answers with nothing: etcd tells no time. */
  @Override
  public Optional<Instant> now() {
    writer.checkOpen();
    return Optional.empty();
  }

  @Override
  public Durability durability() {
    return durability;
  }

  /**
   * Answers the claims that wait, then closes the client, unless it was given by the caller.
   * Idempotent.
   *
   * @throws StoreUnavailableException if etcd does not answer in time; the client is closed when it
   *     does
   */
  @Override
  public void close() {
    writer.close();
  }
}
