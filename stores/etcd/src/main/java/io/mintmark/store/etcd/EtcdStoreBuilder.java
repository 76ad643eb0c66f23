package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.common.exception.EtcdException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.StoreContext;
import io.netty.channel.nio.NioEventLoopGroup;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link EtcdStore}: a URL, or the caller's own client and a prefix. */
public final class EtcdStoreBuilder extends EngineBuilder<EtcdStoreBuilder, EtcdStore> {

  private @Nullable Client client;
  private @Nullable String prefix;

  EtcdStoreBuilder() {}

  /**
   * Sets the caller's own client, which stays open when the store closes. The store never replaces
   * this client. So the client's own settings decide how soon it detects that a connection is
   * broken or that a member is available again.
   *
   * @param client an open client
   * @return this
   */
  public EtcdStoreBuilder client(Client client) {
    this.client = client;
    return this;
  }

  /**
   * Sets the prefix of the keys. A URL sets it with its parameter {@code prefix}.
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
      return open(
          settings, keys, new EtcdConnection(number -> EtcdClient.of(given), false, 1, settings));
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

  /** Netty 4.1 and 4.2 both have {@code NioEventLoopGroup}. Only 4.2 deprecates it. */
  @SuppressWarnings("deprecation")
  private EtcdClient connect(EtcdUrl url, int number) {
    return EtcdClient.connect(
        url,
        number,
        timeout(),
        new NioEventLoopGroup(1, StoreContext.system().each("mintmark-etcd")));
  }
}
