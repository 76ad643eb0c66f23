package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.misconfigured;

import io.lettuce.core.ScriptOutputType;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.Durability.Setting;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.SettingList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads the settings that decide whether each server keeps acknowledged writes, and checks that the
 * user may run scripts.
 *
 * @param failsOver whether replicas are certain to be promoted automatically
 * @param replicas how many replicas must acknowledge a claim
 */
record DurabilityCheck(boolean failsOver, int replicas) {

  /**
   * Reads the settings of all servers.
   *
   * @param cluster whether the servers may belong to a cluster
   * @throws StoreUnavailableException if no server replies
   * @throws ConfigurationException if a server is too old, or if it belongs to a cluster and {@code
   *     cluster} is false
   */
  Durability of(List<ServerConnection> links, boolean cluster, Deadline deadline) {
    Map<String, List<Setting>> read = new LinkedHashMap<>();
    List<StoreUnavailableException> unreachable = new ArrayList<>();
    int left = links.size();
    for (ServerConnection link : links) {
      try {
        read.put(link.server(), settings(link, cluster, deadline.part(left--)));
      } catch (StoreUnavailableException e) {
        unreachable.add(e);
        read.put(
            link.server(),
            List.of(new Setting("server", "unreachable", "its settings are unknown")));
      }
    }
    if (unreachable.size() == links.size()) {
      throw unreachable.get(links.size() - 1);
    }
    return SettingList.together(read);
  }

  private List<Setting> settings(ServerConnection link, boolean cluster, Deadline deadline) {
    // A user who may not run scripts is refused at opening, and not at the first claim.
    Long unused =
        link.ask(deadline, commands -> commands.eval("return 1", ScriptOutputType.INTEGER));
    SettingList settings = new SettingList();
    Map<String, String> info =
        allowed(() -> parse(link.ask(deadline, commands -> commands.info())));
    if (info.isEmpty()) {
      settings.add("INFO", "forbidden", false, "whether there are replicas is unknown");
    } else {
      refuseUnfit(link, info, cluster);
      String version = versionName(info);
      settings.add(version, info.getOrDefault(version, SettingList.UNKNOWN));
    }
    Map<String, String> config =
        allowed(() -> link.ask(deadline, commands -> commands.configGet("*")));
    if (config.isEmpty()) {
      settings.add(
          "CONFIG GET",
          "forbidden",
          false,
          "whether the server logs claims and evicts lines is unknown");
    } else {
      addLog(config, settings);
      addMemory(config, settings);
    }
    addReplication(
        info.getOrDefault("connected_slaves", SettingList.UNKNOWN),
        config.getOrDefault("min-replicas-to-write", SettingList.UNKNOWN),
        settings);
    return settings.settings();
  }

  /** Returns the server's values; empty if the server forbids the command or has renamed it. */
  private static Map<String, String> allowed(Supplier<Map<String, String>> values) {
    try {
      return values.get();
    } catch (StoreUnavailableException e) {
      if (!Refusal.isByServer(e)) {
        throw e;
      }
      return Map.of();
    }
  }

  private static void refuseUnfit(
      ServerConnection link, Map<String, String> info, boolean cluster) {
    String version = info.getOrDefault("redis_version", SettingList.UNKNOWN);
    if (version.matches("[0-5]\\..*")) {
      throw misconfigured(
          "store", "Redis is older than 6: redis_version={}, server={}", version, link.server());
    }
    if (!cluster && info.getOrDefault("cluster_enabled", "0").equals("1")) {
      throw misconfigured(
          "store",
          "the server is one of a cluster, so the URL needs cluster=true: cluster_enabled=1,"
              + " server={}",
          link.server());
    }
  }

  /**
   * Returns the name of the INFO field that contains the server's own version. Valkey reports its
   * own name in {@code server_name}. Its {@code redis_version} is only the version of Redis with
   * which it is compatible.
   */
  static String versionName(Map<String, String> info) {
    String own = info.getOrDefault("server_name", "redis") + "_version";
    return info.containsKey(own) ? own : "redis_version";
  }

  /** Adds the settings of the log of writes. */
  private static void addLog(Map<String, String> config, SettingList settings) {
    settings.add(
        config, "appendonly", "yes"::equals, "all claims since the last snapshot in a restart");
    if ("yes".equals(config.get("appendonly"))) {
      String unsynced = "everysec".equals(config.get("appendfsync"))
          ? "the last two seconds of claims in a crash"
          : "writes that the host still had in memory, about 30 s of claims, in a crash";
      settings
          .add(config, "appendfsync", "always"::equals, unsynced)
          .add(
              config,
              "no-appendfsync-on-rewrite",
              value -> !value.equals("yes"),
              "the claims during a rewrite of the log in a crash");
    }
  }

  /**
   * Adds the settings of memory. A policy that evicts only keys with a time to live is good,
   * because lines have no time to live.
   */
  private static void addMemory(Map<String, String> config, SettingList settings) {
    String limit = config.getOrDefault("maxmemory", SettingList.UNKNOWN);
    settings
        .add("maxmemory", limit)
        .add(
            config,
            "maxmemory-policy",
            policy -> limit.equals("0") || !policy.startsWith("allkeys"),
            "whole lines when memory runs short");
  }

  private void addReplication(String slaves, String minimum, SettingList settings) {
    int attached = slaves.matches("\\d{1,9}") ? Integer.parseInt(slaves) : 0;
    boolean promotes = failsOver || attached > 0;
    boolean lags = failsOver && replicas == 0;
    settings
        .add(
            "wait-replicas",
            Integer.toString(replicas),
            !lags && replicas >= attached,
            "claims that a promoted replica lacks, in a failover")
        .add("connected_slaves", slaves)
        .add(
            "min-replicas-to-write",
            minimum,
            !promotes || replicas > 0 || !minimum.equals("0"),
            "claims on a primary that was cut off from its replicas");
  }

  private static Map<String, String> parse(String info) {
    Map<String, String> parsed = new LinkedHashMap<>();
    info.lines().forEach(line -> {
      int colon = line.indexOf(':');
      if (colon > 0) {
        parsed.put(line.substring(0, colon), line.substring(colon + 1).strip());
      }
    });
    return parsed;
  }
}
