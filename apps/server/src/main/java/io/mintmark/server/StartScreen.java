package io.mintmark.server;

import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.inspect.KnownKey;
import io.mintmark.service.Version;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The first screen of a server: its addresses, and commands to try. The commands use the server's
 * generators, and work exactly as they are printed.
 *
 * @param config the generators
 * @param asksForTokens whether callers need a token
 * @param isEncrypted whether both ports use TLS
 */
record StartScreen(Config config, boolean asksForTokens, boolean isEncrypted) {

  private static final String EXAMPLE_ROUTE = "user-42";
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

        Try%s:
          %s
          %s
          mintmark inspect 4df2dcec2cdcd20936a8b817
        """.formatted(
            Version.TEXT,
            storeUrl,
            url,
            (isEncrypted ? "rediss://" : "redis://") + hostAndPort(resp),
            admin.map("  admin    %s%n"::formatted).orElse(""),
            url + "/",
            Runtime.getRuntime().maxMemory() / MEGABYTE,
            environment(),
            curl(url),
            redis(resp));
  }

  /**
   * The environment variables of the commands. A token in a variable is hidden from other users,
   * unlike a token on a command line.
   */
  private String environment() {
    List<String> variables = new ArrayList<>();
    if (isEncrypted) {
      variables.add("MINTMARK_CA_FILE to the certificate's authority");
    }
    if (asksForTokens) {
      variables.add("MINTMARK_TOKEN to a token");
    }
    return variables.isEmpty() ? "" : " after setting " + String.join(" and ", variables);
  }

  private String authority() {
    return isEncrypted ? "--cacert \"$MINTMARK_CA_FILE\" " : "";
  }

  private String curl(String url) {
    String name = named(settings -> settings.type().equals("snowflake"));
    return (asksForTokens ? "printf 'Authorization: Bearer %s' \"$MINTMARK_TOKEN\" | " : "")
        + "curl -X POST "
        + authority()
        + (asksForTokens ? "-H @- " : "")
        + url
        + "/v1/generators/"
        + name.replace("/", "%2F")
        + "/next"
        + (isRouted(name) ? "?route=" + EXAMPLE_ROUTE : "");
  }

  private String redis(InetSocketAddress resp) {
    return (asksForTokens ? "REDISCLI_AUTH=\"$MINTMARK_TOKEN\" " : "")
        + "redis-cli -h "
        + (listensEverywhere(resp) ? LOCAL : resp.getAddress().getHostAddress())
        + " -p "
        + resp.getPort()
        + " "
        + (isEncrypted ? "--tls " : "")
        + authority()
        + redisCommand();
  }

  private String redisCommand() {
    Optional<String> sequence = first(
        settings -> settings.type().equals("sequence") && settings.prefix().isEmpty());
    if (sequence.isPresent() || !config.autoCreate().isEmpty()) {
      return "INCR " + sequence.orElse(EXAMPLE_NAME);
    }
    String name = named(settings -> true);
    return "MINT.NEXT " + name + (isRouted(name) ? " ROUTE " + EXAMPLE_ROUTE : "");
  }

  /** Finds a generator that needs no variables, preferably a wanted one. */
  private String named(Predicate<GeneratorSettings> wanted) {
    return first(settings -> wanted.test(settings) && !hasVariables(settings))
        .or(() -> first(settings -> !hasVariables(settings)))
        .orElse(EXAMPLE_NAME);
  }

  private Optional<String> first(Predicate<GeneratorSettings> wanted) {
    return config.generators().entrySet().stream()
        .filter(entry -> wanted.test(entry.getValue().settings()))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private boolean isRouted(String name) {
    return Optional.ofNullable(config.generators().get(name))
        .filter(configured -> !configured.settings().shards().isEmpty())
        .isPresent();
  }

  private static boolean hasVariables(GeneratorSettings settings) {
    return settings
        .knownKey()
        .map(KnownKey::format)
        .filter(
            format -> format.fields().stream().anyMatch(field -> field.kind().equals("var")))
        .isPresent();
  }
}
