package io.mintmark.server;

import io.mintmark.service.Version;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The first screen of a server: its addresses, and on a server without a configuration also
 * commands to try, which work exactly as they are printed.
 *
 * @param isConfigured whether its generators are configured, or callers need a token or TLS
 * @param isEncrypted whether both ports use TLS
 */
record StartScreen(boolean isConfigured, boolean isEncrypted) {

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
            isConfigured ? "" : commands(url, resp));
  }

  /** The commands work with the generators of a server without a configuration. */
  private static String commands(String url, InetSocketAddress resp) {
    return """

        Try:
          curl -X POST %s/v1/generators/snowflake/next
          redis-cli -h %s -p %d INCR invoices
          mintmark inspect 4df2dcec2cdcd20936a8b817
        """.formatted(
        url, listensEverywhere(resp) ? LOCAL : resp.getAddress().getHostAddress(), resp.getPort());
  }
}
