package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.moving.CopyPlan;
import io.mintmark.moving.CopyReport;
import io.mintmark.moving.LinesCopy;
import io.mintmark.service.JsonShapes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves all lines of one store to another. */
@Command(
    name = "copy",
    description = {
      "Moves all lines of FROM to TO while processes continue to make ids.",
      "The command seals each line of FROM. A process that claims on a sealed line gets an error"
          + " that names TO. Nothing is claimed twice.",
      "Sealing cannot be undone. If the command is interrupted, run it again to continue.",
      "If a server has a store's directory open, the command goes through that server."
    },
    footer = {
      "  mintmark lines copy file:/var/lib/mintmark redis://127.0.0.1:6379 --dry-run",
      "  mintmark lines copy file:/var/lib/mintmark redis://127.0.0.1:6379"
    })
final class CopyLines extends PrintingCommand {

  /** How many lines are copied at a time. */
  private static final int THREADS = 8;

  @Mixin
  private AccessOptions access;

  @Parameters(index = "0", paramLabel = "FROM", description = "The URL of the source store.")
  private String from;

  @Parameters(index = "1", paramLabel = "TO", description = "The URL of the target store.")
  private String to;

  @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
  private boolean dryRun;

  @Override
  public Integer call() {
    if (from.equals(to)) {
      throw wrongUsage("the source and the target are one store: " + to);
    }
    Optional<Path> missing = StoreOpener.directory(from).filter(path -> !Files.isDirectory(path));
    if (missing.isPresent()) {
      // Opening an embedded store creates it. A wrong path must not create a store.
      throw new ConfigurationException(
          "lines copy", Message.of("there is no store in this directory: path={}", missing.get()));
    }
    return dryRun ? plan() : run();
  }

  private int plan() {
    try (LineStore source = StoreOpener.readOnly(from);
        LineStore target = StoreOpener.readOnly(to);
        Progress progress = new Progress(terminal())) {
      return show(copy(source, target, progress).plan());
    }
  }

  private int run() {
    ServedBy.Access entry = access.access(terminal().environment());
    try (Mintmark source = StoreOpener.lines(from, entry, terminal().elapsed());
        Mintmark target = StoreOpener.lines(to, entry, terminal().elapsed());
        Progress progress = new Progress(terminal())) {
      LinesCopy copy =
          copy(MintmarkAccess.storeOf(source), MintmarkAccess.storeOf(target), progress);
      return run(copy, MintmarkAccess.storeOf(source).canLoseAcknowledgedWrites(), progress);
    }
  }

  private LinesCopy copy(LineStore source, LineStore target, Progress progress) {
    return new LinesCopy(
        source,
        target,
        StoreUrl.mask(to),
        (step, done) -> progress.at("lines (" + step + ")", done),
        THREADS);
  }

  private int run(LinesCopy copy, boolean forgets, Progress progress) {
    CopyReport report;
    try {
      report = copy.run();
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(
          "the copy was interrupted; run it again to continue: " + e.getMessage(), e);
    }
    progress.close();
    print(
        json -> json.put("lines", report.lines())
            .put("sealed", report.sealed())
            .put("fingerprints", report.fingerprints())
            .put("clashes", report.clashes()),
        (out, style) -> {
          out.println("All lines are in " + StoreUrl.mask(to)
              + ", and sealed in the old store: lines="
              + Figures.grouped(report.lines()) + ", sealed now=" + Figures.grouped(report.sealed())
              + ", fingerprints=" + Figures.grouped(report.fingerprints()) + ".");
          out.println("Point every process at " + StoreUrl.mask(to)
              + ", and delete nothing of the old store before that.");
          if (forgets) {
            out.println(
                "The old store can forget that its lines were sealed. So change the processes soon,"
                    + " then shut the old store down. If it restarts, a process that still used it"
                    + " would repeat ids.");
          }
        });
    return exitCode(report.clashes());
  }

  private int show(CopyPlan plan) {
    print(
        json -> json.put("lines", plan.lines(), JsonShapes::line).put("faults", plan.faults()),
        (out, style) -> {
          Table table = new Table("LINE", "NEXT").right(1);
          plan.lines().forEach(line -> table.row(line.name(), line.next()));
          table.print(out, style);
        });
    return exitCode(plan.faults());
  }
}
