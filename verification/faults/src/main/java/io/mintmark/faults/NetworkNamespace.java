package io.mintmark.faults;

import io.mintmark.rigs.BreakableNetwork;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A network of its own for a process, with one cable to this host, on which the packets of one
 * direction can be lost: their sender then has a wrong hardware address of the other end, so that
 * they go out and nobody takes them. TCP at both ends does what it does in any such network: one
 * repeats what it has said, the other waits.
 */
final class NetworkNamespace implements AutoCloseable {

  private static final String PREFIX = "mintmark-";
  private static final String NOBODY = "02:00:00:00:00:99";

  /** 198.18.0.0, a network for tests of networks, of 17 bits; each cable has four addresses. */
  private static final int FIRST_ADDRESS = 198 << 24 | 18 << 16;

  private static final int CABLES = 1 << 15;

  private final String name;
  private final String hostEnd;
  private final String hostAddress;
  private final String ownAddress;
  private @Nullable BreakableNetwork gateway;

  private NetworkNamespace(int number) {
    long pid = ProcessHandle.current().pid();
    int first = FIRST_ADDRESS + (int) ((pid * Storm.PROCESSES + number) % CABLES) * 4;
    this.name = PREFIX + pid + "-" + number;
    this.hostEnd = "mm" + pid + "-" + number;
    this.hostAddress = text(first + 1);
    this.ownAddress = text(first + 2);
  }

  /**
   * Makes one.
   *
   * @param number tells it from the others of this JVM
   * @param port of this host's loopback address, to which its gateway leads
   */
  static NetworkNamespace create(int number, int port) {
    endOrphans();
    NetworkNamespace made = new NetworkNamespace(number);
    try {
      ip("netns add " + made.name);
      ip("link add " + made.hostEnd + " type veth peer name eth0 netns " + made.name);
      ip("addr add " + made.hostAddress + "/30 dev " + made.hostEnd);
      ip("link set " + made.hostEnd + " up");
      ip("-n " + made.name + " addr add " + made.ownAddress + "/30 dev eth0");
      ip("-n " + made.name + " link set eth0 up");
      ip("-n " + made.name + " link set lo up");
      made.gateway = BreakableNetwork.to(port, InetAddress.getByName(made.hostAddress));
      return made;
    } catch (UnknownHostException | RuntimeException e) {
      made.close();
      throw new IllegalStateException("no network namespace: name=" + made.name, e);
    }
  }

  /** What this host lacks for it. */
  static Optional<String> missing() {
    if (!Programs.isRoot() || EngineProcess.find("ip").isEmpty()) {
      return Optional.of("root and ip (Debian's iproute2)");
    }
    try {
      create(Storm.PROCESSES - 1, 1).close();
      return Optional.empty();
    } catch (IllegalStateException e) {
      return Optional.of("network namespaces and veth: " + e.getCause());
    }
  }

  /** What starts a program in it. */
  List<String> prefix() {
    return List.of("ip", "netns", "exec", name);
  }

  /** Where the process has to connect to. */
  String address() {
    return hostAddress;
  }

  /** Writes down for a JVM that this host is localhost there; returns the file. */
  Path writeHosts(Path file) {
    try {
      return Files.writeString(file, hostAddress + " localhost\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What leads from {@link #address} to the site. */
  BreakableNetwork gateway() {
    if (gateway == null) {
      throw new IllegalStateException("closed: name=" + name);
    }
    return gateway;
  }

  /** Loses what the process sends, from now on. */
  void loseRequests() {
    ip("-n " + name + " neigh replace " + hostAddress + " lladdr " + NOBODY
        + " dev eth0 nud permanent");
  }

  /** Loses what is sent to the process, from now on. */
  void loseAnswers() {
    ip("neigh replace " + ownAddress + " lladdr " + NOBODY + " dev " + hostEnd + " nud permanent");
  }

  /** Lets both ends ask for the other's address again. */
  void mend() {
    ip("neigh flush nud permanent dev " + hostEnd);
    ip("-n " + name + " neigh flush nud permanent dev eth0");
  }

  @Override
  public void close() {
    if (gateway != null) {
      gateway.close();
      gateway = null;
    }
    if (names().contains(name)) {
      // Its end of the cable goes with it, and so does the other.
      ip("netns delete " + name);
    }
  }

  /** Those of a storm that was killed. */
  private static void endOrphans() {
    for (String name : names()) {
      if (name.matches(PREFIX + "\\d+-\\d+")) {
        long pid = Long.parseLong(name.substring(PREFIX.length(), name.lastIndexOf('-')));
        if (ProcessHandle.of(pid).isEmpty()) {
          ip("netns delete " + name);
        }
      }
    }
  }

  private static List<String> names() {
    return ip("netns list").lines().map(line -> line.split(" ", 2)[0]).toList();
  }

  private static String ip(String words) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(words.split(" ", -1)));
    return Programs.run(command);
  }

  private static String text(int address) {
    return (address >>> 24) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "."
        + (address & 0xff);
  }
}
