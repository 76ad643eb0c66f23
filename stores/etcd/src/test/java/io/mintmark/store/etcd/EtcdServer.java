package io.mintmark.store.etcd;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Starts Debian's etcd, alone or as a cluster, on the loopback address. Other modules use it too.
 */
public final class EtcdServer {

  static final String CONDITION = "io.mintmark.store.etcd.EtcdServer#isInstalled";
  public static final String LACKING = "etcd is not on the PATH; Debian has it in etcd-server";

  private EtcdServer() {}

  public static boolean isInstalled() {
    return EngineProcess.find("etcd").isPresent();
  }

  static EngineProcess start(String... more) throws IOException {
    return start(1, more).get(0);
  }

  static EngineProcess startWithTls() throws IOException {
    return start("--auto-tls");
  }

  /** Starts the members of a new cluster, each in a new directory. */
  public static List<EngineProcess> start(int count, String... more) throws IOException {
    return start(
        count,
        List.of(more),
        (name, port, settings) -> EngineProcess.start(
            "mintmark-etcd", port, directory -> command(directory.resolve("data"), settings)));
  }

  /**
   * Starts the members of a new cluster in the given directories.
   *
   * @param logs the parent of the members' working directories
   * @param data the parent of the members' data directories
   */
  public static List<EngineProcess> start(Path logs, Path data, int count, String... more)
      throws IOException {
    return start(
        count,
        List.of(more),
        (name, port, settings) ->
            EngineProcess.start(logs.resolve(name), port, command(data.resolve(name), settings)));
  }

  /** Starts a member. */
  @FunctionalInterface
  private interface Start {
    EngineProcess of(String name, int port, List<String> settings) throws IOException;
  }

  private static List<EngineProcess> start(int count, List<String> more, Start start)
      throws IOException {
    String scheme = more.contains("--auto-tls") ? "https" : "http";
    int[] peers = IntStream.range(0, count).map(i -> EngineProcess.freePort()).toArray();
    String cluster = IntStream.range(0, count)
        .mapToObj(i -> "member" + i + "=http://127.0.0.1:" + peers[i])
        .collect(Collectors.joining(","));
    List<EngineProcess> members = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        int port = EngineProcess.freePort();
        String here = scheme + "://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + peers[i];
        List<String> settings = new ArrayList<>(List.of(
            "--name=member" + i,
            "--listen-client-urls=" + here,
            "--advertise-client-urls=" + here,
            "--listen-peer-urls=" + peer,
            "--initial-advertise-peer-urls=" + peer,
            "--initial-cluster=" + cluster));
        settings.addAll(more);
        members.add(start.of("member" + i, port, settings));
      }
    } catch (RuntimeException | AssertionError | IOException e) {
      members.forEach(EngineProcess::close);
      throw e;
    }
    return members;
  }

  private static List<String> command(Path data, List<String> settings) {
    List<String> command = new ArrayList<>(
        List.of(EngineProcess.find("etcd").orElseThrow().toString(), "--data-dir=" + data));
    command.addAll(settings);
    return command;
  }

  static String url(EngineProcess... members) {
    return "etcd://"
        + List.of(members).stream()
            .map(member -> "127.0.0.1:" + member.port())
            .collect(Collectors.joining(","));
  }
}
