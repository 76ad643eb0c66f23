package io.mintmark.server.resp;

import io.mintmark.config.NamePattern;
import io.mintmark.service.Version;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The facts in the replies of INFO and CONFIG GET: only those facts that clients read. */
final class RespFacts {

  /** The release of Redis whose replies are imitated, for clients that check it first. */
  private static final String LIKE_REDIS = "7.0.0";

  /** The sections of INFO, with empty lines between them. */
  private static final String INFO = RespCommand.resource("info.txt");

  /** The settings that clients, benchmarks and frameworks read at their start. */
  private static final Map<String, String> SETTINGS = Map.of(
      "appendfsync", "always",
      "appendonly", "yes",
      "databases", "2",
      "maxmemory", "0",
      "maxmemory-policy", "noeviction",
      "notify-keyspace-events", "",
      "save", "");

  private RespFacts() {}

  static String info() {
    Runtime runtime = Runtime.getRuntime();
    return INFO.formatted(
            LIKE_REDIS,
            Version.TEXT,
            ProcessHandle.current().pid(),
            runtime.totalMemory() - runtime.freeMemory(),
            runtime.maxMemory())
        .replace("\n", "\r\n");
  }

  static Object config(RespCall call) {
    if (!call.subcommand().equals("GET")) {
      return RespReply.error("unknown subcommand of CONFIG: use GET; settings are changed in the"
          + " configuration file");
    }
    if (call.count() == 1) {
      return RespReply.wrongCount(call);
    }
    Map<String, String> found = new TreeMap<>(SETTINGS);
    found
        .keySet()
        .removeIf(setting -> call.texts(1)
            .map(wanted -> new NamePattern(wanted.toLowerCase(Locale.ROOT)))
            .noneMatch(wanted -> wanted.matches(setting)));
    return found;
  }
}
