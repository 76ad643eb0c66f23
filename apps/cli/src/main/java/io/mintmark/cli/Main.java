package io.mintmark.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/** Starts the command line. */
public final class Main {

  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param args the command and its arguments
   */
  public static void main(String[] args) {
    System.exit(run(Terminal.ofProcess(), args));
  }

  /** Runs one command: 0 done, 1 failed, 2 wrong usage, 3 {@code verify} found duplicates. */
  static int run(Terminal terminal, String... args) {
    PrintWriter out = Terminal.text(terminal.out());
    PrintWriter err = Terminal.text(terminal.err());
    Style errors = terminal.errStyle();
    return commands(terminal)
        .setOut(out)
        .setErr(err)
        .setColorScheme(
            Help.defaultColorScheme(terminal.outStyle().colour() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setParameterExceptionHandler((e, words) -> Failures.wrongUsage(e, errors))
        .setExecutionExceptionHandler((e, line, parsed) -> Failures.failed(e, line, errors))
        .execute(args);
  }

  private static CommandLine commands(Terminal terminal) {
    CommandLine commands = new CommandLine(new MintmarkCommand())
        .addSubcommand(new VerifyCommand(terminal))
        .addSubcommand("completion", new AutoComplete.GenerateCompletion());
    commands.getSubcommands().values().forEach(Main::addHelp);
    return commands;
  }

  private static void addHelp(CommandLine command) {
    if (command.getCommandSpec().findOption("--help") == null) {
      command
          .getCommandSpec()
          .addOption(OptionSpec.builder("-h", "--help")
              .usageHelp(true)
              .description("Show this help.")
              .build());
    }
    command.getSubcommands().values().forEach(Main::addHelp);
  }
}
