package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.common.exception.EtcdException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.Durability;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link EtcdStore}: a URL, or the caller's own client and a prefix. */
public final class EtcdStoreBuilder extends EngineBuilder<EtcdStoreBuilder, EtcdStore> {

  /** The shortest that gRPC takes. */
  private static final Duration KEEPALIVE = Duration.ofSeconds(10);

  private @Nullable Client client;
  private @Nullable String prefix;

  EtcdStoreBuilder() {}

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
   * Sets what the keys start with, which with a URL is its parameter {@code prefix}.
   *
   * @param prefix {@code /mintmark} by default
   * @return this
   */
  public EtcdStoreBuilder prefix(String prefix) {
    this.prefix = prefix;
    return this;
  }

  @Override
  protected EtcdStore openNow() {
    List<String> faults = faults("client", client == null ? 0 : 1);
    if (prefix != null) {
      checkPrefix(prefix, EtcdKeys.MAX_PREFIX_LENGTH, faults);
    }
    refuse("etcd store", faults);
    if (url().isEmpty()) {
      Client given = Objects.requireNonNull(client);
      String keys = Objects.requireNonNullElse(prefix, EtcdKeys.DEFAULT_PREFIX);
      OpenSettings settings = settings("etcd:" + keys, false);
      return open(settings, keys, new EtcdConnection(number -> given, false, 1, settings));
    }
    EtcdUrl url = EtcdUrl.parse(url().get());
    OpenSettings settings = settings(url.masked(), url.strict());
    int members = url.endpoints().size();
    return open(
        settings,
        Objects.requireNonNullElse(prefix, url.prefix()),
        new EtcdConnection(number -> connect(url, number), true, members, settings));
  }

  private static EtcdStore open(OpenSettings settings, String prefix, EtcdConnection connection) {
    EtcdKeys keys = EtcdKeys.below(prefix);
    EtcdCheck check = new EtcdCheck(connection, keys, "store " + settings.name());
    return opened(settings.subject(), connection::close, () -> {
      try {
        Durability durability = check.run(settings.openingDeadline());
        return new EtcdStore(
            settings, new EtcdEngine(connection, keys, InstantSource.system()), durability);
      } catch (EtcdException e) {
        throw check.explain(e);
      }
    });
  }

  /** Makes a client that starts at another member than the one made before it. */
  private Client connect(EtcdUrl url, int number) {
    List<URI> endpoints = new ArrayList<>(url.endpoints());
    Collections.rotate(endpoints, -(number % endpoints.size()));
    ClientBuilder builder = Client.builder()
        .endpoints(endpoints)
        .connectTimeout(timeout())
        .keepaliveTime(KEEPALIVE)
        .keepaliveTimeout(timeout());
    url.user()
        .ifPresent(user ->
            builder.user(EtcdKeys.bytes(user.name())).password(EtcdKeys.bytes(user.password())));
    if (url.tls()) {
      secure(builder, url, endpoints.get(0).getHost());
    }
    return builder.build();
  }

  /** The client's own name for a cluster is in no certificate, so a host's stands for it. */
  private static void secure(ClientBuilder builder, EtcdUrl url, String host) {
    try {
      builder
          .authority(host)
          .sslContext(context -> url.ca().ifPresent(ca -> context.trustManager(ca.toFile())));
    } catch (SSLException | IllegalArgumentException e) {
      throw new ConfigurationException(
          "store " + url.masked(),
          Message.of(
              "no file of certificates in PEM: ca={}, reason={}",
              url.ca().orElseThrow(),
              e.getMessage()));
    }
  }
}
