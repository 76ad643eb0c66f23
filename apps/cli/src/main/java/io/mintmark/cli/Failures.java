package io.mintmark.cli;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.text.NearMiss;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Prints the errors that a person reads when a command fails.
 *
 * @param style the style of standard error
 */
record Failures(TextStyle style) implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** Reports a wrong command line: exit code 2. */
  @Override
  public int handleParseException(ParameterException e, String[] words) {
    CommandLine line = e.getCommandLine();
    PrintWriter err = line.getErr();
    print(err, wrong(e));
    if (e instanceof UnmatchedArgumentException unmatched) {
      suggestion(unmatched).ifPresent(near -> err.println("Did you mean " + near + "?"));
    }
    err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    return CommandLine.ExitCode.USAGE;
  }

  /** Reports a command that was understood and failed: exit code 1. */
  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    PrintWriter err = line.getErr();
    print(err, message(e));
    if (!isExpected(e)) {
      err.println("This is a defect of Mintmark. Report it with these lines, the command as you"
          + " typed it, without passwords and tokens, and your configuration file:");
      err.println(MintmarkCommand.version() + " on " + System.getProperty("os.name") + ", "
          + System.getProperty("os.arch"));
      e.printStackTrace(err);
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  /** Prints an error after the program's name. */
  void print(PrintWriter err, @Nullable String error) {
    err.println(style.error("mintmark: ") + error);
  }

  private static String wrong(ParameterException e) {
    return e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? "no such command or argument: " + String.join(" ", unmatched.getUnmatched())
        : String.valueOf(e.getMessage());
  }

  /** Finds the option or command with the most similar name. */
  private static Optional<String> suggestion(UnmatchedArgumentException e) {
    CommandLine line = e.getCommandLine();
    return NearMiss.of(
        e.getUnmatched().get(0).replaceFirst("=.*", ""),
        e.isUnknownOption()
            ? line.getCommandSpec().optionsMap().keySet()
            : line.getSubcommands().keySet());
  }

  private static boolean isExpected(Exception e) {
    return e instanceof MintmarkException
        || e instanceof IllegalArgumentException
        || e instanceof UnsupportedOperationException
        || e instanceof IOException
        || e instanceof UncheckedIOException;
  }

  private static String message(Exception e) {
    if (e instanceof ConfigurationException settings && settings.faults().size() > 1) {
      return "the configuration has several faults:\n  " + String.join("\n  ", settings.faults());
    }
    if (e instanceof NoSuchFileException missing) {
      return "no such file: " + missing.getFile();
    }
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return e.getClass().getSimpleName() + ": " + file.getFile();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
