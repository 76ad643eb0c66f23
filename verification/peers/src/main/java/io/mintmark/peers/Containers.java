package io.mintmark.peers;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Processes in name spaces of their own that all look the same, as containers on several hosts do
 * whose images, networks and host names are set alike. Their store is reached by a socket.
 */
final class Containers implements AutoCloseable {

  /** Sets up what a container sees, then becomes its process 1. Its first argument is the hosts. */
  private static final String SETUP = """
      set -e
      hostname app
      mount --bind "$1" /etc/hosts
      shift
      ip link set lo up
      ip link add eth0 type veth peer name host0
      ip link set host0 up
      ip link set eth0 address 02:42:ac:11:00:02
      ip address add 172.17.0.2/16 dev eth0
      ip link set eth0 up
      exec "$@"
      """;

  private static final List<String> UNSHARE =
      List.of("unshare", "--net", "--uts", "--mount", "--pid", "--fork", "--mount-proc");

  private final Run run;
  private final Path hosts;
  private final Optional<Path> socket;
  private final @Nullable Tunnel tunnel;

  private Containers(Run run, Path hosts, Optional<Path> socket, @Nullable Tunnel tunnel) {
    this.run = run;
    this.hosts = hosts;
    this.socket = socket;
    this.tunnel = tunnel;
  }

  /** What this host lacks. */
  static Optional<String> missing() {
    if (EngineProcess.find("unshare").isEmpty() || EngineProcess.find("ip").isEmpty()) {
      return Optional.of("unshare and ip");
    }
    try {
      Path hosts = Files.createTempFile("mintmark-peers", "hosts");
      try {
        List<String> command = command(hosts);
        command.add("true");
        int exit = new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
        return exit == 0 ? Optional.empty() : Optional.of("root, and leave to make networks");
      } finally {
        Files.delete(hosts);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  static Containers open(Run run, Path socket) throws IOException {
    Path hosts = run.folder().resolve("hosts");
    Files.writeString(hosts, "127.0.0.1 localhost\n172.17.0.2 app\n");
    return run.hasStore()
        ? new Containers(
            run, hosts, Optional.of(socket), Tunnel.toPort(socket, run.store().port()))
        : new Containers(run, hosts, Optional.empty(), null);
  }

  private static List<String> command(Path hosts) {
    List<String> all = new ArrayList<>(UNSHARE);
    all.addAll(List.of("--kill-child", "sh", "-c", SETUP, "sh", hosts.toString()));
    return all;
  }

  Node begin(int number) {
    return run.begin(number, socket, setup -> setup.options("-Xmx128m").startedBy(command(hosts)));
  }

  @Override
  public void close() {
    if (tunnel != null) {
      tunnel.close();
    }
  }
}
