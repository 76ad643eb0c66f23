package io.mintmark.debian;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Engines of Debian's suite {@code sid} that are in no Maven repository: MySQL 9, Valkey 9 and
 * Redis 8. They need newer libraries than most hosts have. So {@code debootstrap} unpacks the suite
 * into the user's cache once, and the engines run with the libraries from there. This requires
 * root, Debian's package {@code debootstrap}, and the host's Debian mirror.
 */
public final class DebianSid {

  private static final String SUITE = "sid";
  private static final String PACKAGES =
      "mysql-server-core,mysql-client-core,valkey-tools,redis-tools";

  /** The folder of the suite's libraries. */
  public static final String LIBRARIES = "usr/lib/x86_64-linux-gnu";

  private static final long INSTALL_BOUND_MINUTES = 10;
  private static final Pattern MIRROR =
      Pattern.compile("(?m)^(?:deb |URIs: ).*?(https?://\\S+/debian)/?(?:\\s|$)");

  private DebianSid() {}

  /** Unpacks the files unless they are there already. Skips the test if this is impossible. */
  public static Path root() throws Exception {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "skipped: the engines of Debian's suite sid are for Linux on amd64");
    String home = System.getenv("XDG_CACHE_HOME");
    Path cache = home == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(home);
    Path folder = Files.createDirectories(cache.resolve("mintmark-test"));
    Path root = folder.resolve("debian-sid");
    try (FileChannel channel = FileChannel.open(
        folder.resolve("debian-sid.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock unused = channel.lock(); // Tests in another JVM may be unpacking.
      if (!Files.isDirectory(root)) {
        install(folder, root);
      }
    }
    return root;
  }

  /**
   * Writes a script that starts Valkey or Redis with the suite's libraries. The server and the
   * program that checks files are one program. The name of the command decides which of the two
   * runs.
   *
   * @param name {@code valkey} or {@code redis}
   */
  public static Path server(Path folder, String name) throws Exception {
    Path root = root();
    Path script = folder.resolve(name + "-server");
    Files.writeString(script, """
        #!/bin/sh
        LC_ALL=C exec "%1$s/lib64/ld-linux-x86-64.so.2" --argv0 "$0" --library-path "%1$s/%2$s" \
          "%1$s/usr/bin/%3$s-check-rdb" "$@"
        """.formatted(root, LIBRARIES, name));
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot be made executable: " + script);
    }
    return script;
  }

  private static void install(Path folder, Path root) throws Exception {
    Optional<Path> debootstrap = EngineProcess.find("debootstrap");
    assumeTrue(
        debootstrap.isPresent() && System.getProperty("user.name").equals("root"),
        "skipped: needs root and debootstrap (Debian's package debootstrap) to install engines");
    Optional<String> mirror = mirror();
    assumeTrue(mirror.isPresent(), "skipped: needs a Debian mirror to install engines");
    Path half = folder.resolve("debian-sid.part");
    Path log = folder.resolve("debian-sid.log");
    delete(half);
    Process process = new ProcessBuilder(
            debootstrap.get().toString(),
            "--variant=minbase",
            "--include=" + PACKAGES,
            SUITE,
            half.toString(),
            mirror.get())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
    boolean ended = process.waitFor(INSTALL_BOUND_MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    assumeTrue(
        ended && process.exitValue() == 0,
        () -> "skipped: the engines could not be installed: " + log);
    Files.move(half, root, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Uses the host's {@code rm}, because an incomplete folder contains device files. */
  private static void delete(Path folder) throws Exception {
    int unused =
        new ProcessBuilder("rm", "-rf", folder.toString()).inheritIO().start().waitFor();
  }

  private static Optional<String> mirror() throws IOException {
    List<Path> lists = new ArrayList<>(List.of(Path.of("/etc/apt/sources.list")));
    Path more = Path.of("/etc/apt/sources.list.d");
    if (Files.isDirectory(more)) {
      try (Stream<Path> files = Files.list(more)) {
        lists.addAll(files.toList());
      }
    }
    for (Path list : lists) {
      Matcher found = MIRROR.matcher(Files.isRegularFile(list) ? Files.readString(list) : "");
      if (found.find()) {
        return Optional.of(found.group(1));
      }
    }
    return Optional.empty();
  }
}
