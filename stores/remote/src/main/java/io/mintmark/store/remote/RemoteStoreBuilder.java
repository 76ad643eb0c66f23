package io.mintmark.store.remote;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link RemoteStore}. Not thread-safe. */
public final class RemoteStoreBuilder {

  private String url = "mintmark://127.0.0.1:7600";
  private Duration timeout = Duration.ofSeconds(5);
  private @Nullable Duration openTimeout;
  private Optional<HttpClient> client = Optional.empty();

  RemoteStoreBuilder() {}

  /**
   * Sets where the servers are.
   *
   * @param value {@code mintmark://HOST:PORT}, several hosts with commas between them, which are
   *     asked in this order; {@code :PORT} may be left out for 7600; {@code ?strict=true} refuses
   *     servers whose store may lose what it acknowledged, {@code tls=true} asks them by HTTPS,
   *     {@code ca=PATH} then names a PEM file of the authorities that their certificates are to be
   *     signed by, and {@code token-file=PATH} the file of the token that is shown to them. Default
   *     {@code mintmark://127.0.0.1:7600}
   * @return this
   */
  public RemoteStoreBuilder url(String value) {
    url = value;
    return this;
  }

  /**
   * Sets the deadline of every call.
   *
   * @param value above 0; default 5 s
   * @return this
   */
  public RemoteStoreBuilder timeout(Duration value) {
    timeout = value;
    return this;
  }

  /**
   * Sets the deadline of opening, which a process that has just started may need longer for than
   * for a call.
   *
   * @param value above 0; by default the timeout of a call
   * @return this
   */
  public RemoteStoreBuilder openTimeout(Duration value) {
    openTimeout = value;
    return this;
  }

  /**
   * Uses a client of the caller's, who keeps it. It should have a connect timeout: without one, a
   * host that does not even refuse uses up the whole deadline, and the next one is only asked by
   * the next call.
   *
   * @param value for requests by HTTP/1.1
   * @return this
   */
  public RemoteStoreBuilder client(HttpClient value) {
    client = Optional.of(value);
    return this;
  }

  /**
   * Opens the store: asks the servers which store they have and what it keeps.
   *
   * @return the open store, which the caller closes
   * @throws ConfigurationException if a setting is wrong, or the servers' store may lose what it
   *     acknowledged and that is to be refused
   * @throws StoreUnavailableException if none of the servers answers in time
   */
  public RemoteStore open() {
    ServerList servers = ServerList.parse(url);
    Duration opening = openTimeout == null ? timeout : openTimeout;
    for (Duration each : Set.copyOf(List.of(timeout, opening))) {
      if (each.isNegative() || each.isZero()) {
        throw new ConfigurationException(
            "store " + servers, Message.of("the timeout is not above 0: timeout={}", each));
      }
    }
    if (client.isPresent() && servers.credentials().tls().isPresent()) {
      throw new ConfigurationException(
          "store " + servers, "a ca is given beside a client, which has its own");
    }
    HttpClient http = client.orElseGet(() -> client(servers));
    return RemoteStore.open(
        servers, new Conversation(http, servers, timeout, ElapsedClock.system()), opening, timeout);
  }

  /**
   * Each server gets its share of the deadline to be connected to. What is left to the executor is
   * to gather an answer's bytes, which needs no thread of its own.
   */
  private HttpClient client(ServerList servers) {
    HttpClient.Builder builder = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(HttpClient.Builder.NO_PROXY)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(timeout.dividedBy(servers.hosts().size()).plusNanos(1))
        .executor(Runnable::run);
    servers.credentials().tls().ifPresent(builder::sslContext);
    return builder.build();
  }
}
