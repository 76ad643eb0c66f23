package io.mintmark.store.remote;

import io.mintmark.error.ConfigurationException;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.ServerUrl;
import java.net.http.HttpClient;
import java.util.Optional;

/**
 * Settings of a {@link RemoteStore}. Without a URL, the server is at {@value #DEFAULT_URL}. Not
 * thread-safe.
 */
public final class RemoteStoreBuilder extends EngineBuilder<RemoteStoreBuilder, RemoteStore> {

  /** The default URL of the server. */
  public static final String DEFAULT_URL = "mintmark://127.0.0.1:7600";

  private Optional<HttpClient> client = Optional.empty();

  RemoteStoreBuilder() {
    url(DEFAULT_URL);
  }

  /**
   * Uses the caller's own client, which the store does not close. The client should have a connect
   * timeout. Without a connect timeout, a host that does not answer at all uses up the whole
   * deadline, and only the next call tries the next host.
   *
   * @param value a client for requests with HTTP/1.1
   * @return this
   */
  public RemoteStoreBuilder client(HttpClient value) {
    client = Optional.of(value);
    return this;
  }

  /** Reads from the servers the identity of their store and its durability. */
  @Override
  protected RemoteStore openNow() {
    ServerUrl read = read(ServerList.parse(url().orElseThrow()), "client", 0);
    ServerList servers = ServerList.of(read);
    if (client.isPresent() && servers.credentials().tls().isPresent()) {
      throw new ConfigurationException(
          "store " + servers, "ca or certificate cannot be set with a client, which has its own");
    }
    HttpClient http = client.orElseGet(() -> client(servers));
    OpenSettings settings = settings(servers.name(), read);
    return opened(settings.subject(), () -> {}, () -> {
      Conversation conversation = new Conversation(http, servers, settings.context());
      RemoteEngine engine =
          new RemoteEngine(conversation, settings.context(), settings.openingDeadline());
      return new RemoteStore(settings, engine);
    });
  }

  /**
   * Makes a client. Each server may use an equal share of the deadline for connecting. The
   * executor's only work is to gather the bytes of a reply, which needs no thread of its own.
   */
  private HttpClient client(ServerList servers) {
    HttpClient.Builder builder = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(HttpClient.Builder.NO_PROXY)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(timeout().dividedBy(servers.hosts().size()).plusNanos(1))
        .executor(Runnable::run);
    servers.credentials().tls().ifPresent(builder::sslContext);
    return builder.build();
  }
}
