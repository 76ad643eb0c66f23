package io.mintmark.cli;

import io.mintmark.cli.ids.IdAnalysis;
import io.mintmark.cli.ids.IdLines;
import io.mintmark.cli.ids.KnownLayout;
import io.mintmark.cli.ids.ReadIds;
import io.mintmark.internal.store.StoreUrl;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The file from which a command reads ids, and the settings for finding duplicates. */
final class IdOptions {

  /** The memory of the search for duplicates. What does not fit goes to temporary files. */
  private static final long MEMORY = 32 << 20;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "-",
      description = "The file with the ids. Without it, or with -, standard input.")
  private String file;

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many duplicates to show. Default: ${DEFAULT-VALUE}.")
  private int show;

  /** Reads all ids, as {@link IdAnalysis#read} does. */
  ReadIds read(Terminal terminal, List<KnownLayout> layouts, Instant newest) throws IOException {
    Usage.range(spec, "--show", show, 0, 1_000_000);
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (IdLines lines = open(terminal);
        Progress progress = new Progress(terminal)) {
      return new IdAnalysis(MEMORY, temporary, show)
          .read(lines, layouts, newest, count -> progress.at("ids read", count));
    }
  }

  private IdLines open(Terminal terminal) throws IOException {
    if (file.equals("-")) {
      return new IdLines(terminal.in());
    }
    Path path = Usage.value(spec, file, Path::of);
    if (Files.notExists(path)) {
      // It may be the URL of a database, with a password.
      throw new NoSuchFileException(StoreUrl.mask(file));
    }
    return new IdLines(new FileInputStream(path.toFile())); // Unlike Files, it can read pipes.
  }
}
