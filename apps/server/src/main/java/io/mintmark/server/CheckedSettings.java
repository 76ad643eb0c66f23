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
 * What a server would start with: every file was read, and nothing was opened.
 *
 * @param config which generators there are
 * @param storeUrl which store it has, with its secrets
 * @param settings the values of {@link ServerSettings}
 * @param tokens the file of tokens, if there is one
 * @param certificateEnds when its certificate ends, if it has one
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
   * Says why a running server would not take this over when it reads its files again.
   *
   * @param running what that server says of its settings, {@link RunningSettings#server}
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
