package io.mintmark.architecture;

import io.mintmark.cli.Commands;
import io.mintmark.rigs.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The command {@code mintmark} in the shell of a page's test. All commands run in one process,
 * because most of their time would be spent in starting Java. Only {@code serve} runs in its own
 * process, which is ended by a signal.
 */
final class Launcher implements AutoCloseable {

  private static final String SCRIPT = """
      #!/bin/sh
      case ${1-} in
        serve) exec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \\
          --enable-native-access=ALL-UNNAMED -cp '%s' io.mintmark.cli.Main "$@" ;;
      esac
      call=$(mktemp -d '%s/call.XXXXXX')
      for argument; do printf '%%s\\0' "$argument"; done >"$call/arguments"
      env -0 >"$call/environment"
      mkfifo "$call/code"
      echo "$call $$" >'%s'
      read -r code <"$call/code"
      cat "$call/err" >&2
      cat "$call/out"
      exit "$code"
      """;

  private final ChildJvm commands;

  private Launcher(ChildJvm commands) {
    this.commands = commands;
  }

  /**
   * Writes the script, and starts the process that runs its commands.
   *
   * @param script the file
   * @param folder the folder in which the commands run
   * @param data the user's data directory for the commands; the calls are stored there too
   */
  static Launcher start(Path script, Path folder, Path data) throws IOException {
    Path calls = Files.createDirectories(data.resolve("calls"));
    Path requests = calls.resolve("requests");
    ChildJvm commands = ChildJvm.of(Commands.class, requests.toString())
        .with(process -> {
          process.directory(folder.toFile());
          process.environment().put("XDG_DATA_HOME", data.toString());
        })
        .start();
    commands.hear();
    Files.writeString(
        script,
        SCRIPT.formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            calls,
            requests));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Launcher(commands);
  }

  @Override
  public void close() {
    commands.close();
  }
}
