package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.config.Setting;
import io.mintmark.config.SettingType;
import io.mintmark.error.MintmarkException;
import io.mintmark.server.Server;
import io.mintmark.server.ServerBuilder;
import io.mintmark.server.ServerSettings;
import io.mintmark.server.log.LogForm;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Runs the server. */
@Command(
    name = "serve",
    description =
        "Runs the server, which makes ids over HTTP and the Redis protocol, until you end it.",
    footer = {"  mintmark serve", "  mintmark serve --config mintmark.yaml --data /var/lib/mintmark"
    })
final class ServeCommand extends PrintingCommand {

  private static final Logger LOG = System.getLogger(ServeCommand.class.getName());

  @Mixin
  private StoreOptions source;

  @Option(
      names = "--init",
      description = {
        "Start on this store even if the server remembers another one. Ids that were made there may"
            + " then be made again.",
        "To continue that store's lines, move them here with 'mintmark lines copy' instead."
      })
  private boolean init;

  @Option(
      names = "--check",
      description = {
        "Check the start without starting: read all files, also tokens and certificate, and compare"
            + " the settings with the store's. Nothing is claimed, no line is written, no port is"
            + " opened.",
        "Exit code 0 if the server would start, else 1."
      })
  private boolean check;

  /** Makes the command with an option for each row of {@link ServerSettings}. */
  static CommandLine withOptions() {
    CommandLine command = new CommandLine(new ServeCommand());
    ServerSettings.TABLE.forEach(row -> command.getCommandSpec().addOption(option(row)));
    return command;
  }

  private static OptionSpec option(Setting<?> row) {
    String type = row.type().name();
    boolean isFlag = row.type().equals(SettingType.FLAG);
    boolean areWords = type.contains(",");
    String words = areWords ? " One of " + type + "." : "";
    String range = row.type().range().isEmpty() ? "" : " Range: " + row.type().range() + ".";
    String without = row.byDefault().isEmpty() ? "" : ", else " + row.byDefault();
    String fallback = isFlag ? "" : " Default: the configuration's" + without + ".";
    return OptionSpec.builder(name(row))
        .type(isFlag ? boolean.class : String.class)
        .paramLabel(areWords ? "WORD" : type.toUpperCase(Locale.ROOT))
        .description(row.doc() + words + range + fallback)
        .build();
  }

  private static String name(Setting<?> row) {
    return "--" + row.key().replace('.', '-');
  }

  @Override
  public Integer call() throws InterruptedException {
    if (json() && !check) {
      throw wrongUsage("--json needs --check");
    }
    if (check) {
      return check();
    }
    given(ServerSettings.LOG).map(ServerSettings.LOG.type()::parse).ifPresent(LogForm::use);
    try (Server server = builder().start()) {
      server.closeOnTermination();
      server.reloadOnHangup();
      source
          .file()
          .ifPresent(file -> LOG.log(Level.INFO, "the configuration was read: file={0}", file));
      if (LogForm.current() == LogForm.TEXT) {
        // In JSON mode only the log is written, because a log collector may collect everything
        // that a process writes.
        out().print(server.firstScreen());
        out().flush();
      }
      server.awaitClosed();
    } catch (MintmarkException e) {
      if (LogForm.current() == LogForm.TEXT) {
        throw e;
      }
      LOG.log(Level.ERROR, "the server did not start: {0}", e.getMessage());
      return ExitCode.SOFTWARE;
    }
    return ExitCode.OK;
  }

  private int check() {
    ServeCheck checked = ServeCheck.of(this::builder);
    print(checked::describe, (out, style) -> checked.print(out));
    return checked.faults().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private ServerBuilder builder() {
    ServerBuilder builder = Server.builder().init(init);
    source
        .file()
        .ifPresentOrElse(
            file -> builder.config(file, this::config), () -> builder.config(config()));
    source.store().ifPresent(builder::store);
    source.data().ifPresent(builder::dataDirectory);
    ServerSettings.TABLE.forEach(row -> given(row).ifPresent(text -> builder.set(row, text)));
    return builder;
  }

  private Config config() {
    return source.config(terminal().environment());
  }

  /** Returns a row's text if its option is given; empty for a flag that is not given. */
  private Optional<String> given(Setting<?> row) {
    @Nullable Object value = spec().findOption(name(row)).getValue();
    Optional<String> given =
        Optional.ofNullable(value).filter(any -> !any.equals(false)).map(Object::toString);
    // A mistyped option is wrong usage, not a fault of the configuration.
    given.ifPresent(text -> Usage.option(spec(), name(row), text, row.type()::parse));
    return given;
  }
}
