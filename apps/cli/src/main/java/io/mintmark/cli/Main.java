package io.mintmark.cli;

import io.mintmark.internal.text.WholeNumber;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.ITypeConverter;
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
    presetAll();
    System.exit(run(Terminal.ofProcess(), args));
  }

  /** Sets properties that the JDK and Netty read on first use, unless the user has set them. */
  static void presetAll() {
    // Not in a method of Logging: initialising Logging makes the JDK read the property.
    Properties properties = System.getProperties();
    properties.putIfAbsent(Logging.PROPERTY, Logging.class.getName());
    // Netty's leak detection samples buffers of every request.
    properties.putIfAbsent("io.netty.leakDetection.level", "disabled");
    // Netty's events make the JDK load its recorder.
    properties.putIfAbsent("io.netty.jfr.enabled", "false");
  }

  /**
   * Runs one command. Returns 0 for success, 1 for failure, 2 for wrong usage, 3 if {@code verify}
   * found faults.
   */
  static int run(Terminal terminal, String... args) {
    TextWriter text = new TextWriter(terminal.out(), terminal.outStyle().colour());
    PrintWriter out = new PrintWriter(text, true);
    Failures failures = new Failures(terminal.errStyle());
    PrintWriter err =
        new PrintWriter(new TextWriter(terminal.err(), terminal.errStyle().colour()), true);
    int code = commands(terminal, args)
        .setOut(out)
        .setErr(err)
        .setColorScheme(
            Help.defaultColorScheme(terminal.outStyle().colour() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures)
        .execute(args);
    out.flush();
    Optional<IOException> failure = text.failure().filter(e -> !Terminal.isReaderGone(e));
    failure.ifPresent(e -> failures.print(err, Terminal.notWritten(e).getMessage()));
    return failure.isPresent() && code == CommandLine.ExitCode.OK
        ? CommandLine.ExitCode.SOFTWARE
        : code;
  }

  private static CommandLine commands(Terminal terminal, String[] args) {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("next", NextCommand::new);
    all.put("inspect", InspectCommand::new);
    all.put("range", RangeCommand::new);
    all.put("explain", ExplainCommand::new);
    all.put("generators", GeneratorsCommand::new);
    all.put("lines", LinesCommand::new);
    all.put("doctor", DoctorCommand::new);
    all.put("verify", VerifyCommand::new);
    all.put("check", CheckCommand::new);
    all.put("serve", ServeCommand::withOptions);
    all.put("token", TokenCommand::new);
    // Reads the options of the named command only, because reading all options takes a while.
    boolean one = args.length > 0 && all.containsKey(args[0]);
    CommandLine commands = new CommandLine(new MintmarkCommand(terminal));
    if (one) {
      all.keySet().retainAll(List.of(args[0]));
    } else {
      all.put("completion", Main::completion);
    }
    all.forEach((name, command) -> commands.addSubcommand(name, command.get()));
    commands.getCommandSpec().version(MintmarkCommand.version());
    commands.registerConverter(long.class, new Whole<>(WholeNumber::parse));
    commands.registerConverter(Long.class, new Whole<>(WholeNumber::parse));
    commands.registerConverter(int.class, new Whole<>(WholeNumber::parseInt));
    commands.registerConverter(Integer.class, new Whole<>(WholeNumber::parseInt));
    return commands;
  }

  /**
   * Returns picocli's own command under another name. It also gets another description, because
   * picocli's description contains picocli's name for the command.
   */
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

  // The objects that picocli calls are of named classes, here and in Failures. A lambda would make
  // the JVM link picocli's interface before it is archived. The archive then leaves out the
  // interface and every class that implements it.

  private record Whole<T>(Function<String, T> reader) implements ITypeConverter<T> {

    @Override
    public T convert(String text) {
      try {
        return reader.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(e.getMessage() + ": " + text);
      }
    }
  }
}
