package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.common.exception.EtcdException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.EngineBuilder;
import io.mintmark.store.engine.OpenSettings;
import io.mintmark.store.engine.ServerUrl;
import io.mintmark.store.engine.StoreContext;
import io.netty.channel.nio.NioEventLoopGroup;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link EtcdStore}: a URL, or the caller's own client and a prefix. */
public final class EtcdStoreBuilder extends EngineBuilder<EtcdStoreBuilder, EtcdStore> {

  private @Nullable Client client;

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
    return set(ServerUrl.PREFIX, prefix);
  }

  @Override
  protected EtcdStore openNow() {
    ServerUrl read =
        read(EtcdUrl.parse(url().orElse("etcd://client")), "client", client == null ? 0 : 1);
    String prefix = read.prefix(EtcdKeys.DEFAULT_PREFIX, EtcdKeys.MAX_PREFIX_LENGTH);
    if (client != null) {
      read.check();
      EtcdClient given = EtcdClient.of(client);
      OpenSettings settings = settings("etcd:" + prefix, read);
      return open(settings, prefix, new EtcdConnection(number -> given, false, 1, settings));
    }
    EtcdUrl url = EtcdUrl.of(read);
    OpenSettings settings = settings(url.masked(), read);
    int members = url.endpoints().size();
    return open(
        settings,
        prefix,
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
