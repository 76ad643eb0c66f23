package io.mintmark.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.rigs.ToolRun;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host as the pages on operations describe it, in a folder of a test. The pages' files are below
 * this folder, {@code mintmark} is on the path, and the server uses free ports.
 */
final class ExampleHost implements AutoCloseable {

  private static final List<String> PLACES =
      List.of("/etc/mintmark", "/var/lib/mintmark", "/var/log/mintmark");
  private static final Pattern PORT = Pattern.compile("\\b760[012]\\b");
  private static final Pattern SHOWN = Pattern.compile("^  (HTTP|Redis) .*:(\\d+)$");
  private static final int HTTP = 7600;
  private static final int RESP = 7601;
  private static final int ADMIN = 7602;
  private static final long MAX_SECONDS = 60;

  private final Path root;
  private final Path home;
  private final String path;
  private final Launcher launcher;
  private final Map<Integer, Integer> ports = new TreeMap<>();
  private final List<Process> servers = new ArrayList<>();

  ExampleHost(Path root) throws IOException {
    this.root = root;
    home = Files.createDirectories(root.resolve("home"));
    for (String place : PLACES) {
      Files.createDirectories(Path.of(root + place));
    }
    Path mintmark = Files.createDirectories(root.resolve("bin")).resolve("mintmark");
    launcher = Launcher.start(mintmark, home, root.resolve("data"));
    path = mintmark.getParent() + File.pathSeparator + System.getenv("PATH");
  }

  /** Returns the folder in which commands run. */
  Path home() {
    return home;
  }

  /** Replaces a page's folders and ports by those of this host. */
  private String here(String text) {
    String placed = text;
    for (String place : PLACES) {
      placed = placed.replace(place, root + place);
    }
    return PORT.matcher(placed).replaceAll(port -> {
      int shown = Integer.parseInt(port.group());
      return Integer.toString(ports.getOrDefault(shown, shown));
    });
  }

  /** Writes a page's text into a file in the folder in which commands run. */
  void write(String name, String text) throws IOException {
    Files.writeString(home.resolve(name), here(text), UTF_8);
  }

  /** Runs a page's commands, and returns their output. The first failure fails the test. */
  String shell(String script) throws IOException, InterruptedException {
    write(".script", script);
    ToolRun outcome = run("sh", "-eu", ".script");
    assertThat(outcome.exitValue()).as("%s%n%s", script, outcome.output()).isZero();
    return outcome.output();
  }

  /** Runs a program. Its output includes its standard error. */
  ToolRun run(String... command) throws IOException, InterruptedException {
    return ToolRun.of(builder(List.of(command)).redirectErrorStream(true), "");
  }

  private ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
    builder.environment().put("PATH", path);
    return builder;
  }

  /** Starts the server as the systemd unit does, and waits until it has printed its addresses. */
  void serve() throws IOException {
    String config = Codebase.read(Codebase.ROOT.resolve("docs/operations/mintmark.yaml"));
    ports.put(HTTP, 0);
    ports.put(RESP, 0);
    ports.put(ADMIN, EngineProcess.freePort());
    Path file =
        Files.writeString(Path.of(here("/etc/mintmark/mintmark.yaml")), here(config), UTF_8);
    serve(List.of("--config", file.toString(), "--data", here("/var/lib/mintmark")));
  }

  /** Starts a server without a configuration, and waits until it has printed its addresses. */
  void serveWithDefaults() throws IOException {
    ports.put(HTTP, 0);
    ports.put(RESP, 0);
    serve(List.of("--http", "127.0.0.1:0", "--resp", "127.0.0.1:0"));
  }

  private void serve(List<String> options) throws IOException {
    List<String> command = new ArrayList<>(options);
    command.addAll(0, List.of(root.resolve("bin/mintmark").toString(), "serve"));
    ProcessBuilder builder = builder(command);
    builder.environment().put("XDG_DATA_HOME", root.resolve("data").toString());
    Process server = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    servers.add(server);
    BufferedReader screen = server.inputReader();
    while (ports.containsValue(0)) {
      String line = screen.readLine();
      assertThat(line).as("the server says where it listens").isNotNull();
      Matcher shown = SHOWN.matcher(line);
      if (shown.find()) {
        ports.put(shown.group(1).equals("HTTP") ? HTTP : RESP, Integer.valueOf(shown.group(2)));
      }
    }
  }

  /** Ends the server as systemd does, and returns its exit status. */
  int end() throws InterruptedException {
    Process server = servers.get(servers.size() - 1);
    server.destroy();
    assertThat(server.waitFor(MAX_SECONDS, TimeUnit.SECONDS))
        .as("the server ends")
        .isTrue();
    return server.exitValue();
  }

  @Override
  public void close() {
    launcher.close();
    servers.forEach(Process::destroyForcibly);
  }
}
