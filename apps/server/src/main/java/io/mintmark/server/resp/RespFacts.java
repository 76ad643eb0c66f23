package io.mintmark.server.resp;

import io.mintmark.service.Version;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The facts in the replies of INFO and CONFIG GET: only those facts that clients read. */
final class RespFacts {

  /** The release of Redis whose replies are imitated, for clients that check it first. */
  private static final String LIKE_REDIS = "7.0.0";

  private static final Set<String> ALL_SECTIONS = Set.of("default", "all", "everything");

  /** The settings that clients, benchmarks and frameworks read at their start. */
  private static final Map<String, String> SETTINGS = new TreeMap<>(Map.of(
      "appendfsync", "always",
      "appendonly", "yes",
      "databases", "2",
      "maxmemory", "0",
      "maxmemory-policy", "noeviction",
      "notify-keyspace-events", "",
      "save", ""));

  private RespFacts() {}

  static RespReply info(RespCall call) {
    Set<String> wanted = call.texts(0)
        .map(section -> section.toLowerCase(Locale.ROOT))
        .collect(Collectors.toUnmodifiableSet());
    boolean all = wanted.isEmpty() || wanted.stream().anyMatch(ALL_SECTIONS::contains);
    return RespReply.bulk(sections().entrySet().stream()
        .filter(section -> all || wanted.contains(section.getKey().toLowerCase(Locale.ROOT)))
        .map(section -> "# " + section.getKey() + "\r\n" + section.getValue())
        .collect(Collectors.joining("\r\n")));
  }

  private static Map<String, String> sections() {
    Runtime runtime = Runtime.getRuntime();
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put(
        "Server",
        lines(
            "redis_version:" + LIKE_REDIS,
            "redis_mode:standalone",
            "mintmark_version:" + Version.TEXT,
            "process_id:" + ProcessHandle.current().pid()));
    sections.put(
        "Memory",
        lines(
            "used_memory:" + (runtime.totalMemory() - runtime.freeMemory()),
            "maxmemory:" + runtime.maxMemory()));
    sections.put("Persistence", lines("loading:0", "aof_enabled:1"));
    sections.put("Replication", lines("role:master", "connected_slaves:0"));
    sections.put("Cluster", lines("cluster_enabled:0"));
    sections.put("Keyspace", "");
    return sections;
  }

  private static String lines(String... facts) {
    return String.join("\r\n", facts) + "\r\n";
  }

  static RespReply cluster(RespCall call) {
    return RespReply.error("ERR This instance has cluster support disabled");
  }

  static RespReply config(RespCall call) {
    if (!call.text(0).equalsIgnoreCase("GET")) {
      return RespReply.error(
          "ERR unknown subcommand of CONFIG: use GET; settings are changed in the configuration"
              + " file");
    }
    if (call.count() == 1) {
      return RespReply.wrongCount(call);
    }
    Map<String, RespReply> found = new LinkedHashMap<>();
    SETTINGS.forEach((name, value) -> {
      if (call.texts(1).anyMatch(wanted -> isMeant(name, wanted.toLowerCase(Locale.ROOT)))) {
        found.put(name, RespReply.bulk(value));
      }
    });
    return RespReply.map(found);
  }

  /** A star at the end matches any text. */
  private static boolean isMeant(String name, String wanted) {
    return wanted.endsWith("*")
        ? name.startsWith(wanted.substring(0, wanted.length() - 1))
        : name.equals(wanted);
  }
}
