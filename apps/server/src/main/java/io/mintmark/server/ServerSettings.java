package io.mintmark.server;

import static io.mintmark.config.SettingType.FILE;
import static io.mintmark.config.SettingType.between;

import io.mintmark.config.Section;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingReader;
import io.mintmark.config.SettingType;
import io.mintmark.config.SettingValues;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.internal.text.WholeNumber;
import io.mintmark.server.log.LogForm;
import io.mintmark.server.resp.LargeNumbers;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of a server: the rows under {@code server} in the configuration file, which are also
 * options of {@code serve}, with a hyphen for each dot.
 */
public final class ServerSettings {

  private static final SettingType<InetSocketAddress> ADDRESS =
      SettingType.of("HOST:PORT", ServerSettings::address);
  private static final Pattern ADDRESS_TEXT = Pattern.compile("\\[?(.+?)\\]?:(0|[1-9]\\d{0,4})");
  private static final int MAX_PORT = 65_535;

  private static final List<Setting<?>> ROWS = new ArrayList<>();

  public static final Setting<InetSocketAddress> HTTP = row("http", ADDRESS, "127.0.0.1:7600")
      .doc("The address of HTTP. Port 0 takes any free port.");
  public static final Setting<InetSocketAddress> RESP = row("resp", ADDRESS, "127.0.0.1:7601")
      .doc("The address of the Redis protocol. Port 0 takes any free port.");
  public static final Setting<InetSocketAddress> ADMIN = row("admin", ADDRESS, "")
      .doc("The address of a separate port for health, metrics and administration. Without it, the"
          + " port of http serves them.");
  public static final Setting<Integer> MAX_CONNECTIONS = row(
          "max-connections", between(SettingType.INTEGER, "1", "1000000"), "4096")
      .doc("How many clients may be connected at a time, over both protocols. More are refused.");
  public static final Setting<Duration> TOKEN_WITHIN = row(
          "token-within", between(SettingType.DURATION, "100ms", "10m"), "10s")
      .doc("On a server with tokens: the time until a connection without a token is closed.");
  public static final Setting<Integer> IO_THREADS = row(
          "io-threads", between(SettingType.INTEGER, "1", "1024"), "")
      .doc("How many threads read and answer. Without it, one for each processor.");
  public static final Setting<Long> REQUEST_MEMORY = row(
          "request-memory", between(SettingType.MEMORY, "1MB", "999999GB"), "")
      .doc("How much memory the requests and answers of all clients may use. Without it, a quarter"
          + " of the heap.");
  public static final Setting<Path> TOKENS = row("tokens", FILE, "")
      .doc(
          "The file of tokens, with what each allows. Without it, every caller may do everything.");
  public static final Setting<Path> TLS_CERTIFICATE =
      row("tls.certificate", FILE, "").doc("The certificate for TLS on all ports, as PEM.");
  public static final Setting<Path> TLS_KEY =
      row("tls.key", FILE, "").doc("The certificate's key, as PEM.");
  public static final Setting<Path> TLS_CLIENTS = row("tls.clients", FILE, "")
      .doc("The authorities, as PEM, whose certificates clients may show in place of a token.");
  public static final Setting<Boolean> INSECURE = row("insecure", SettingType.FLAG, "false")
      .doc("Allow listening beyond this machine without tokens or without TLS.");
  public static final Setting<Long> AUDIT_ABOVE = row(
          "audit.above", between(SettingType.NUMBER, "0", Long.toString(Long.MAX_VALUE)), "1000")
      .doc("The logger mintmark.audit records requests for more ids than this.");
  public static final Setting<Long> IDEMPOTENCY_MEMORY = row(
          "idempotency.memory", between(SettingType.MEMORY, "1MB", "999999GB"), "16MB")
      .doc("About how much memory the answers to requests with an idempotency key may use, which"
          + " are kept for ten minutes. Beyond it, the oldest are forgotten first.");
  public static final Setting<Duration> IDLE_AFTER = row(
          "idle-after", between(SettingType.DURATION, "1s", "365d"), "1h")
      .doc("How long an idle name of auto-create stays in memory.");
  public static final Setting<Duration> DRAIN_NOTICE = row(
          "drain-notice", between(SettingType.DURATION, "0s", "1h"), "0s")
      .doc("How long a server that is stopping reports that it is not ready, before it refuses"
          + " clients.");
  public static final Setting<Duration> DRAIN = row(
          "drain", between(SettingType.DURATION, "0s", "1h"), "10s")
      .doc("How long after drain-notice the server may still answer requests that it has read.");
  public static final Setting<LargeNumbers> LARGE_NUMBERS = row(
          "resp-large-numbers",
          SettingType.words(List.of(LargeNumbers.REFUSE, LargeNumbers.INTEGER)),
          "refuse")
      .doc("The reply of INCR above 2^53 in database 0: an error, or an integer.");
  public static final Setting<LogForm> LOG =
      row("log", SettingType.words(List.of(LogForm.values())), "text").doc("The form of the log.");

  /** All settings. */
  public static final List<Setting<?>> TABLE = List.copyOf(ROWS);

  private ServerSettings() {}

  private record Row<T>(String key, SettingType<T> type, String byDefault) {

    Setting<T> doc(String doc) {
      Setting<T> setting = new Setting<>(key, type, byDefault, doc);
      ROWS.add(setting);
      return setting;
    }
  }

  private static <T> Row<T> row(String key, SettingType<T> type, String byDefault) {
    return new Row<>(key, type, byDefault);
  }

  /**
   * Reads the settings.
   *
   * @throws ConfigurationException if a key is unknown or a value is wrong; the message has every
   *     fault
   */
  static SettingValues of(Section section) {
    SettingReader reader = new SettingReader(section.settings(), section.place());
    SettingValues values = SettingValues.read(TABLE, reader);
    reader.refuseUnread("server");
    reader.check("configuration");
    return values;
  }

  /** Lists the settings that differ from a running server's settings, which require a restart. */
  static List<String> takeRestart(SettingValues running, SettingValues next, Section section) {
    return TABLE.stream()
        .filter(row -> !value(next, row).equals(value(running, row)))
        .map(row -> Message.of(
            "{}: the setting needs a restart: {}={}, running={}",
            section.place().apply(row.key()),
            row.key(),
            value(next, row),
            value(running, row)))
        .toList();
  }

  private static Object value(SettingValues values, Setting<?> row) {
    return row.byDefault().isEmpty()
        ? values.find(row).<Object>map(set -> set).orElse("")
        : values.get(row);
  }

  private static InetSocketAddress address(String text) {
    Matcher matcher = ADDRESS_TEXT.matcher(text);
    if (!matcher.matches() || WholeNumber.parseInt(matcher.group(2)) > MAX_PORT) {
      throw new IllegalArgumentException("not an address such as 127.0.0.1:7600");
    }
    InetSocketAddress address =
        new InetSocketAddress(matcher.group(1), WholeNumber.parseInt(matcher.group(2)));
    if (address.isUnresolved()) {
      throw new IllegalArgumentException("the address is not one of this machine's");
    }
    return address;
  }
}
