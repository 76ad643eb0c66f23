package io.mintmark.cli;

import io.mintmark.error.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The file from which a command reads ids, and the settings for finding duplicates. */
final class IdOptions {

  private static final long MB = 1 << 20;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many duplicates to show. Default: ${DEFAULT-VALUE}.")
  private int show;

  @Option(
      names = "--memory",
      paramLabel = "MB",
      defaultValue = "32",
      description =
          "How much memory to find duplicates in: 1 to 1024 MB. Default: ${DEFAULT-VALUE}.")
  private int memory;

  @Option(
      names = "--temp",
      paramLabel = "DIR",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "The directory for temporary files. Default: ${DEFAULT-VALUE}.")
  private Path temp;

  void check() {
    Usage.range(spec, "--memory", memory, 1, 1024);
    Usage.range(spec, "--show", show, 0, 1_000_000);
  }

  int show() {
    return show;
  }

  long bytes() {
    return memory * MB;
  }

  Path temp() {
    return temp;
  }

  /** Opens a file. Without a name, or with {@code -}, it is standard input. */
  InputStream open(@Nullable String name, Terminal terminal) throws IOException {
    if (name == null || name.equals("-")) {
      return terminal.in();
    }
    Path path = Usage.value(spec, name, Path::of);
    if (Files.isDirectory(path)) {
      throw new IOException(
          Message.of("a directory cannot be read as a file of ids: FILE={}", path));
    }
    return Files.newInputStream(path);
  }
}
