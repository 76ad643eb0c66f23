package io.mintmark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Starts the command line. */
public final class Main {

  private Main() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param args the command and its arguments
   */
  public static void main(String[] args) {
    // Not by its own method: the logging's first use is when the JDK looks for it.
    preset(Logging.PROPERTY, Logging.class.getName());
    preset("io.netty.leakDetection.level", "disabled"); // It samples buffers of every request.
    System.exit(run(Terminal.ofProcess(), args));
  }

  /** Sets a property unless a user has. */
  private static void preset(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** Runs one command: 0 done, 1 failed, 2 wrong usage, 3 {@code verify} found faults. */
  static int run(Terminal terminal, String... args) {
    TextStyle errors = terminal.errStyle();
    TextWriter text = new TextWriter(terminal.out(), terminal.outStyle().colour());
    PrintWriter out = new PrintWriter(text, true);
    PrintWriter err = new PrintWriter(new TextWriter(terminal.err(), errors.colour()), true);
    int code = commands(terminal, args)
        .setOut(out)
        .setErr(err)
        .setColorScheme(
            Help.defaultColorScheme(terminal.outStyle().colour() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setParameterExceptionHandler((e, words) -> Failures.wrongUsage(e, errors))
        .setExecutionExceptionHandler((e, line, parsed) -> Failures.failed(e, line, errors))
        .execute(args);
    out.flush();
    Optional<IOException> failure = text.failure().filter(e -> !Terminal.isReaderGone(e));
    failure.ifPresent(e -> Failures.notWritten(e, err, errors));
    return failure.isPresent() && code == CommandLine.ExitCode.OK
        ? CommandLine.ExitCode.SOFTWARE
        : code;
  }

  private static CommandLine commands(Terminal terminal, String[] args) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("next", () -> new NextCommand(terminal));
    all.put("inspect", () -> new InspectCommand(terminal));
    all.put("range", () -> new RangeCommand(terminal));
    all.put("explain", () -> new ExplainCommand(terminal));
    all.put("generators", () -> new GeneratorsCommand(terminal));
    all.put("lines", () -> LinesCommand.withCommands(terminal));
    all.put("doctor", () -> new DoctorCommand(terminal));
    all.put("verify", () -> new VerifyCommand(terminal));
    all.put("check", () -> new CheckCommand(terminal));
    all.put("bench", () -> new BenchCommand(terminal));
    all.put("serve", () -> ServeCommand.withOptions(terminal));
    all.put("token", () -> new TokenCommand(terminal));
    // A command that is named is all that is needed: reading the others' options takes a while.
    boolean one = args.length > 0 && all.containsKey(args[0]);
    CommandLine commands = new CommandLine(new MintmarkCommand());
    if (one) {
      all.keySet().retainAll(List.of(args[0]));
    } else {
      all.put("completion", Main::completion);
    }
    all.forEach((name, command) -> commands.addSubcommand(name, command.get()));
    commands.getSubcommands().values().forEach(Main::addHelp);
    commands.registerConverter(long.class, text -> wholeNumber(text, Long::valueOf));
    commands.registerConverter(int.class, text -> wholeNumber(text, Integer::valueOf));
    commands.registerConverter(Integer.class, text -> wholeNumber(text, Integer::valueOf));
    return commands;
  }

  private static <T> T wholeNumber(String text, Function<String, T> reader) {
    try {
      return reader.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("not a whole number, or too large: " + text);
    }
  }

  /** picocli's own command, which has another name there and tells people to call it by that. */
  private static CommandLine completion() {
    CommandLine command = new CommandLine(new AutoComplete.GenerateCompletion());
    command
        .getCommandSpec()
        .name("completion")
        .usageMessage()
        .description(
            "Prints a script that completes commands and options in bash and zsh.",
            "To use it in this shell, run: source <(mintmark completion)");
    return command;
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
