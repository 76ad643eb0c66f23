package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link EtcdStore}: a URL, or the caller's own client and a prefix. */
public final class EtcdStoreBuilder {

  /** The shortest that gRPC takes. */
  private static final Duration KEEPALIVE = Duration.ofSeconds(10);

  private @Nullable String url;
  private @Nullable Client client;
  private @Nullable String prefix;
  private Duration timeout = EtcdStore.DEFAULT_TIMEOUT;
  private @Nullable Duration openTimeout;
  private boolean strict;

  EtcdStoreBuilder() {}

  /**
   * Sets where etcd is. The store then has a client of its own.
   *
   * @param url {@code etcd://HOST:PORT,HOST:PORT?prefix=P}
   * @return this
   */
  public EtcdStoreBuilder url(String url) {
    this.url = url;
    return this;
  }

  /**
   * Sets the caller's own client, which is left open when the store closes. It is never exchanged
   * for another one, so its own settings say how soon it notices that a connection is broken and
   * that a member is back.
   *
   * @param client an open client
   * @return this
   */
  public EtcdStoreBuilder client(Client client) {
    this.client = client;
    return this;
  }

  /**
   * Sets what the keys start with; only with a client.
   *
   * @param prefix {@code /mintmark} by default
   * @return this
   */
  public EtcdStoreBuilder prefix(String prefix) {
    this.prefix = prefix;
    return this;
  }

  /**
   * Sets the deadline of every call.
   *
   * @param timeout above 0; 5 seconds by default
   * @return this
   */
  public EtcdStoreBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param deadline above 0; by default the timeout of a call
   * @return this
   */
  public EtcdStoreBuilder openTimeout(Duration deadline) {
    openTimeout = deadline;
    return this;
  }

  /**
   * Sets whether to refuse a cluster that may lose what it acknowledged, which is otherwise warned
   * of. With a URL its parameter {@code strict} does the same.
   *
   * @param strict whether to refuse it, false by default
   * @return this
   */
  public EtcdStoreBuilder strict(boolean strict) {
    this.strict = strict;
    return this;
  }

  /**
   * Opens the store.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if settings are wrong, the user may not do what is needed, or a
   *     strict store refuses the cluster
   * @throws StoreUnavailableException if etcd does not answer
   */
  public EtcdStore open() {
    List<String> faults = new ArrayList<>();
    for (Duration each : Set.copyOf(List.of(timeout, opening()))) {
      if (each.isZero() || each.isNegative()) {
        faults.add(Message.of("a timeout is above 0: timeout={}", each));
      }
    }
    if ((url == null) == (client == null)) {
      faults.add("a store has either a url or a client");
    }
    if (url != null && prefix != null) {
      faults.add("a url names the prefix itself");
    }
    if (url != null && !url.startsWith(EtcdUrl.SCHEME)) {
      faults.add(Message.of("a url starts with etcd://: url={}", EtcdUrl.mask(url)));
    }
    String keys = prefix == null ? EtcdUrl.DEFAULT_PREFIX : prefix;
    EtcdUrl.checkPrefix(keys, faults);
    if (!faults.isEmpty()) {
      throw new ConfigurationException("etcd store", faults);
    }
    if (url == null) {
      EtcdConnection given = EtcdConnection.given(Objects.requireNonNull(client), timeout);
      return EtcdStore.open(given, keys, "etcd:" + keys, opening(), timeout, strict);
    }
    EtcdUrl parts = EtcdUrl.parse(url);
    EtcdConnection own =
        EtcdConnection.own(number -> connect(parts, number), parts.endpoints().size(), timeout);
    boolean opened = false;
    try {
      EtcdStore store = EtcdStore.open(
          own, parts.prefix(), parts.masked(), opening(), timeout, strict || parts.strict());
      opened = true;
      return store;
    } finally {
      if (!opened) {
        own.close();
      }
    }
  }

  private Duration opening() {
    return openTimeout == null ? timeout : openTimeout;
  }

  /** Makes a client that starts at another member than the one made before it. */
  private Client connect(EtcdUrl parts, int number) {
    List<URI> endpoints = new ArrayList<>(parts.endpoints());
    Collections.rotate(endpoints, -(number % endpoints.size()));
    ClientBuilder builder = Client.builder()
        .endpoints(endpoints)
        .connectTimeout(timeout)
        .keepaliveTime(KEEPALIVE)
        .keepaliveTimeout(timeout);
    if (parts.user() != null && parts.password() != null) {
      builder.user(EtcdKeys.bytes(parts.user())).password(EtcdKeys.bytes(parts.password()));
    }
    if (parts.tls()) {
      secure(builder, parts, endpoints.get(0).getHost());
    }
    return builder.build();
  }

  /** The client's own name for a cluster is in no certificate, so a host's stands for it. */
  private static void secure(ClientBuilder builder, EtcdUrl parts, String host) {
    try {
      builder.authority(host).sslContext(context -> {
        if (parts.ca() != null) {
          context.trustManager(parts.ca().toFile());
        }
      });
    } catch (SSLException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "store " + parts.masked(),
          Message.of(
              "ca is a file of certificates in PEM: ca={}, reason={}", parts.ca(), e.getMessage()));
    }
  }
}
