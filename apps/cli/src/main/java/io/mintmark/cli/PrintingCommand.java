package io.mintmark.cli;

import io.mintmark.json.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints its result for people or, with {@code --json}, for programs. */
@Command(footerHeading = PrintingCommand.EXAMPLES)
abstract class PrintingCommand implements Callable<Integer> {

  static final String EXAMPLES = "%nExamples:%n";
  static final String HELP = "Show this help.";

  @Spec
  private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = HELP)
  @SuppressWarnings("UnusedVariable") // picocli needs it to show the help
  private boolean help;

  @Option(names = "--json", description = "Print JSON, for programs. Ids are strings.")
  private boolean json;

  final Terminal terminal() {
    return MintmarkCommand.terminal(spec);
  }

  /** Returns picocli's description of this command. */
  final CommandSpec spec() {
    return spec;
  }

  final boolean json() {
    return json;
  }

  /** Returns standard output. */
  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns standard error. */
  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Prints the result as JSON or as text. */
  final void print(Consumer<Json> members, BiConsumer<PrintWriter, TextStyle> people) {
    if (json) {
      out().println(Json.object(members));
    } else {
      people.accept(out(), terminal().outStyle());
    }
  }

  /** Prints the faults of a result. Returns the exit code. */
  final int exitCode(List<String> faults) {
    Failures failures = new Failures(terminal().errStyle());
    faults.forEach(fault -> failures.print(err(), fault));
    return faults.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Parses a time. A fault is wrong usage. */
  final Instant time(String option, String text, ZoneId zone) {
    return Usage.value(spec, text, time -> TimeArgument.parse(option, time, zone));
  }

  /** Makes an exception for a faulty command line. */
  final ParameterException wrongUsage(String message) {
    return Usage.wrong(spec, message);
  }
}
