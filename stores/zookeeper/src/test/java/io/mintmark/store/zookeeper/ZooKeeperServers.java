package io.mintmark.store.zookeeper;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.apache.zookeeper.common.X509Exception.SSLContextException;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/**
 * Starts real ZooKeeper servers, each in its own JVM. They sync their log before they reply. Other
 * modules use it too.
 */
public final class ZooKeeperServers {

  private static final Pattern MODE = Pattern.compile("Mode: (\\w+)");
  private static final Pattern RECEIVED = Pattern.compile("Received: (\\d+)");

  private ZooKeeperServers() {}

  /** Starts a standalone server. */
  public static EngineProcess standalone(Path directory) throws IOException {
    int port = EngineProcess.freePort();
    Files.createDirectories(directory);
    EngineProcess server = start(directory, port, settings(directory, port));
    awaitServing(server);
    return server;
  }

  /** Starts an ensemble of three voting servers. */
  static List<EngineProcess> ensemble(Path directory) throws IOException {
    StringBuilder members = new StringBuilder();
    List<Integer> ports = new ArrayList<>();
    for (int id = 1; id <= 3; id++) {
      ports.add(EngineProcess.freePort());
      members.append("server." + id + "=127.0.0.1:" + EngineProcess.freePort() + ":"
          + EngineProcess.freePort() + ":participant;127.0.0.1:" + ports.get(id - 1) + "\n");
    }
    List<EngineProcess> started = new ArrayList<>();
    for (int id = 1; id <= 3; id++) {
      Path own = directory.resolve("server" + id);
      Files.createDirectories(own.resolve("data"));
      Files.writeString(own.resolve("data").resolve("myid"), Integer.toString(id));
      String settings = common(own) + "initLimit=10\nsyncLimit=4\n" + members;
      started.add(start(own, ports.get(id - 1), settings));
    }
    started.forEach(ZooKeeperServers::awaitServing);
    return started;
  }

  /** Returns a server's mode: leader, follower or standalone; empty before it serves. */
  static String mode(EngineProcess server) {
    return told(server, MODE);
  }

  /** Returns how many requests a server has received. */
  static long received(EngineProcess server) {
    return Long.parseLong(told(server, RECEIVED));
  }

  private static String told(EngineProcess server, Pattern what) {
    try {
      Matcher found = what.matcher(
          FourLetterWordMain.send4LetterWord("127.0.0.1", server.port(), "srvr", false, 1_000));
      return found.find() ? found.group(1) : "";
    } catch (IOException | SSLContextException e) {
      return "";
    }
  }

  /** Waits until a server answers. Its port accepts connections earlier. */
  static void awaitServing(EngineProcess server) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (mode(server).isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "the server does not serve: port=" + server.port() + "\n" + server.log());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  static String url(int... ports) {
    return "zookeeper://" + hosts(ports);
  }

  static String hosts(int... ports) {
    List<String> hosts = new ArrayList<>();
    for (int port : ports) {
      hosts.add("127.0.0.1:" + port);
    }
    return String.join(",", hosts);
  }

  private static String settings(Path directory, int port) {
    return common(directory) + "clientPortAddress=127.0.0.1\nclientPort=" + port + "\n";
  }

  /**
   * Returns the common settings. The log grows in steps of one megabyte instead of 64, so that it
   * fits on a small disk.
   */
  private static String common(Path directory) {
    return "tickTime=1000\nforceSync=yes\nadmin.enableServer=false\nmaxClientCnxns=0\n"
        + "preAllocSize=1024\ndataDir="
        + directory.resolve("data") + "\n";
  }

  private static EngineProcess start(Path directory, int port, String settings) throws IOException {
    Path file = directory.resolve("zoo.cfg");
    Files.writeString(file, settings);
    return EngineProcess.start(
        directory,
        port,
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dzookeeper.jmx.log4j.disable=true",
            "-cp",
            System.getProperty("java.class.path"),
            QuorumPeerMain.class.getName(),
            file.toString()));
  }
}
