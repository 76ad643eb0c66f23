package io.mintmark.server.resp;

import io.mintmark.config.NamePattern;
import io.mintmark.service.Version;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The facts in the replies of INFO and CONFIG GET: only those facts that clients read. */
final class RespFacts {

  /** The release of Redis whose replies are imitated, for clients that check it first. */
  private static final String LIKE_REDIS = "7.0.0";

  /** The sections of INFO, with empty lines between them. */
  private static final String INFO = """
      # Server
      redis_version:%s
      redis_mode:standalone
      mintmark_version:%s
      process_id:%d

      # Memory
      used_memory:%d
      maxmemory:%d

      # Persistence
      loading:0
      aof_enabled:1

      # Replication
      role:master
      connected_slaves:0

      # Cluster
      cluster_enabled:0

      # Keyspace
      """;

  private static final Pattern SECTIONS = Pattern.compile("(?<=\n)\n");

  private static final Set<String> ALL_SECTIONS = Set.of("# default", "# all", "# everything");

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

  static String info(RespCall call) {
    Runtime runtime = Runtime.getRuntime();
    String text = INFO.formatted(
        LIKE_REDIS,
        Version.TEXT,
        ProcessHandle.current().pid(),
        runtime.totalMemory() - runtime.freeMemory(),
        runtime.maxMemory());
    Set<String> wanted = call.texts(0)
        .map(section -> "# " + section.toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
    return SECTIONS
        .splitAsStream(text)
        .filter(section -> wanted.isEmpty()
            || wanted.contains(section.lines().findFirst().orElse("").toLowerCase(Locale.ROOT))
            || wanted.stream().anyMatch(ALL_SECTIONS::contains))
        .collect(Collectors.joining("\n"))
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
