package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.server.http.RunningSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings with which a server would start. Every file was read, and nothing was opened.
 *
 * @param config the generators
 * @param storeUrl the store's URL, with its secrets
 * @param settings the values of {@link ServerSettings}
 * @param tokens the file of tokens, if there is one
 * @param certificateEnds when its certificate ends; empty without TLS
 */
public record CheckedSettings(
    Config config,
    String storeUrl,
    SettingValues settings,
    Optional<Path> tokens,
    Optional<Instant> certificateEnds) {

  /** The port of the admin port, if there is one. */
  public OptionalInt adminPort() {
    return settings.find(ServerSettings.ADMIN).stream()
        .mapToInt(InetSocketAddress::getPort)
        .findFirst();
  }

  /**
   * Returns why a running server would not apply this configuration when it reads its files again.
   *
   * @param running that server's settings, {@link RunningSettings#server}
   * @param store the URL of its store, without secrets
   */
  public List<String> refusedBy(Map<String, String> running, String store) {
    List<String> faults =
        new ArrayList<>(ServerSettings.takeRestart(running, settings, config.server()));
    if (!StoreUrl.mask(storeUrl).equals(store)) {
      faults.add(Message.of(
          "another store takes a restart: store={}, running={}", StoreUrl.mask(storeUrl), store));
    }
    return faults;
  }
}
