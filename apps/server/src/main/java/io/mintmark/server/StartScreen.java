package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.KnownKey;
import io.mintmark.service.Version;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The first screen of a server: its addresses, and on a server without tokens and TLS also commands
 * to try. The commands use the server's generators, and work exactly as they are printed.
 *
 * @param config the generators
 * @param asksForTokens whether callers need a token
 * @param isEncrypted whether both ports use TLS
 */
record StartScreen(Config config, boolean asksForTokens, boolean isEncrypted) {

  private static final String EXAMPLE_NAME = "invoices";
  private static final long MEGABYTE = 1L << 20;

  /**
   * The host for programs of this machine, if the server listens on all addresses. A certificate
   * most likely contains this name, and never the address that stands for all addresses.
   */
  private static final String LOCAL = "localhost";

  /** Returns the host and port with which programs of this machine call an address. */
  static String hostAndPort(InetSocketAddress address) {
    return listensEverywhere(address)
        ? LOCAL + ":" + address.getPort()
        : NetUtil.toSocketAddressString(address);
  }

  private static boolean listensEverywhere(InetSocketAddress address) {
    return address.getAddress().isAnyLocalAddress();
  }

  /**
   * Formats the screen.
   *
   * @param admin the port of health, metrics and administration, if it is separate
   */
  String of(String storeUrl, String url, InetSocketAddress resp, Optional<String> admin) {
    return """
        Mintmark %s

          store    %s
          HTTP     %s
          Redis    %s
        %s  console  %s
          heap     at most %d MB
        %s\
        """.formatted(
            Version.TEXT,
            storeUrl,
            url,
            (isEncrypted ? "rediss://" : "redis://") + hostAndPort(resp),
            admin.map("  admin    %s%n"::formatted).orElse(""),
            url + "/",
            Runtime.getRuntime().maxMemory() / MEGABYTE,
            asksForTokens || isEncrypted ? "" : commands(url, resp));
  }

  private String commands(String url, InetSocketAddress resp) {
    StringBuilder commands = new StringBuilder("\nTry:\n");
    first(settings -> settings.type().equals("snowflake"))
        .or(() -> first(settings -> true))
        .map(name -> url + "/v1/generators/" + name.replace("/", "%2F") + "/next")
        .ifPresent(call -> commands.append("  curl -X POST " + call + "\n"));
    first(settings -> settings.type().equals("sequence") && settings.prefix().isEmpty())
        .or(() -> Optional.of(EXAMPLE_NAME).filter(name -> !config.autoCreate().isEmpty()))
        .map(name -> "INCR " + name)
        .or(() -> first(settings -> true).map(name -> "MINT.NEXT " + name))
        .ifPresent(command -> commands.append("  redis-cli -h "
            + (listensEverywhere(resp) ? LOCAL : resp.getAddress().getHostAddress())
            + (" -p " + resp.getPort() + " " + command + "\n")));
    return commands.append("  mintmark inspect 4df2dcec2cdcd20936a8b817\n").toString();
  }

  /** Finds a generator that needs neither a route nor variables. */
  private Optional<String> first(Predicate<GeneratorSettings> wanted) {
    return config.generators().entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue().settings()))
        .filter(entry -> needsNoArguments(entry.getValue().settings()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean needsNoArguments(GeneratorSettings settings) {
    return settings.shards().isEmpty()
        && settings
            .knownKey()
            .map(KnownKey::format)
            .filter(format -> !format.variables().isEmpty())
            .isEmpty();
  }
}
