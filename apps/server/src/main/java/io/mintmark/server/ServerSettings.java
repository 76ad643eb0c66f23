package io.mintmark.server;

import io.mintmark.config.Section;
import io.mintmark.config.SettingReader;
import io.mintmark.config.SettingValue;
import io.mintmark.error.ConfigurationException;
import io.mintmark.server.log.LogForm;
import io.mintmark.server.resp.LargeNumbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the configuration file says that a server runs: what it has under {@code server}. */
record ServerSettings(
    Optional<String> http,
    Optional<String> resp,
    Optional<Integer> maxConnections,
    Optional<Integer> ioThreads,
    Optional<Long> requestMemory,
    Optional<Path> tokens,
    Optional<Path> tlsCertificate,
    Optional<Path> tlsKey,
    Optional<Boolean> insecure,
    Optional<Path> auditFile,
    Optional<Long> auditAbove,
    Optional<Duration> idleAfter,
    Optional<Duration> drainNotice,
    Optional<Duration> drain,
    Optional<LargeNumbers> largeNumbers,
    Optional<LogForm> log) {

  private static final Pattern MEGABYTES = Pattern.compile("(\\d{1,6})([MG])B");
  private static final long MEGABYTE = 1L << 20;
  private static final long GIGABYTE = 1L << 30;
  private static final Duration LEAST_IDLE = Duration.ofSeconds(1);
  private static final Duration MOST_IDLE = Duration.ofDays(365);

  /**
   * Reads them.
   *
   * @throws ConfigurationException if a key is unknown or a value is wrong; every fault is named
   */
  static ServerSettings of(Section section) {
    SettingReader reader = new SettingReader(section.settings(), section.place());
    ServerSettings settings = new ServerSettings(
        reader.read("http", text -> text),
        reader.read("resp", text -> text),
        reader.read("max-connections", SettingValue::integer),
        reader.read("io-threads", SettingValue::integer),
        reader.read("request-memory", ServerSettings::bytes),
        reader.read("tokens", Path::of),
        reader.read("tls.certificate", Path::of),
        reader.read("tls.key", Path::of),
        reader.read("insecure", SettingValue::flag),
        reader.read("audit.file", Path::of),
        reader.read("audit.above", SettingValue::number),
        reader.read("idle-after", ServerSettings::idleAfter),
        reader.read("drain-notice", SettingValue::duration),
        reader.read("drain", SettingValue::duration),
        reader.read("resp-large-numbers", LargeNumbers::of),
        reader.read("log", LogForm::of));
    if (settings.auditAbove.isPresent() && settings.auditFile.isEmpty()) {
      reader.fault("audit.above", "the audit log has no file: audit.file is missing");
    }
    reader.refuseUnread("server");
    if (!reader.faults().isEmpty()) {
      throw new ConfigurationException("configuration", reader.faults());
    }
    return settings;
  }

  private static long bytes(String text) {
    Matcher matcher = MEGABYTES.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not an amount of memory such as 256MB or 2GB");
    }
    return Long.parseLong(matcher.group(1)) * (matcher.group(2).equals("G") ? GIGABYTE : MEGABYTE);
  }

  private static Duration idleAfter(String text) {
    Duration idleAfter = SettingValue.duration(text);
    if (idleAfter.compareTo(LEAST_IDLE) < 0 || idleAfter.compareTo(MOST_IDLE) > 0) {
      throw new IllegalArgumentException(
          "a name is idle after " + LEAST_IDLE + " or more, and at most " + MOST_IDLE);
    }
    return idleAfter;
  }
}
