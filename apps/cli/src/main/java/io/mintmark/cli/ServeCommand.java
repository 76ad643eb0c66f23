package io.mintmark.cli;

import io.mintmark.error.MintmarkException;
import io.mintmark.server.Server;
import io.mintmark.server.ServerBuilder;
import io.mintmark.server.log.LogForm;
import java.io.PrintWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the server. */
@Command(
    name = "serve",
    description = "Serves ids over HTTP and over the Redis protocol, until it is told to end.",
    footerHeading = "%nExamples:%n",
    footer = {"  mintmark serve", "  mintmark serve --config mintmark.yaml --data /var/lib/mintmark"
    })
final class ServeCommand implements Callable<Integer> {

  private static final Logger LOG = System.getLogger(ServeCommand.class.getName());

  private final Terminal terminal;

  @Spec
  private CommandSpec spec;

  @Mixin
  private StoreOptions source;

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      description = "Where HTTP listens. Default: the configuration's, else 127.0.0.1:7600.")
  private @Nullable String http;

  @Option(
      names = "--resp",
      paramLabel = "HOST:PORT",
      description =
          "Where the Redis protocol listens. Default: the configuration's, else 127.0.0.1:7601.")
  private @Nullable String resp;

  @Option(
      names = "--tokens",
      paramLabel = "FILE",
      description = "Who may do what; 'mintmark token' makes a line of it. Default: everybody.")
  private @Nullable Path tokens;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "The certificate for TLS on both ports, as PEM.")
  private @Nullable Path tlsCertificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "Its key, as PEM.")
  private @Nullable Path tlsKey;

  @Option(
      names = "--insecure",
      description = "Listen beyond this machine without tokens or without TLS.")
  private boolean insecure;

  @Option(
      names = "--log",
      paramLabel = "FORM",
      converter = LogFormName.class,
      description =
          "How the log's lines look: text or json. Default: the configuration's, else text.")
  private @Nullable LogForm log;

  @Option(
      names = "--init",
      description = {
        "Start on this store though the server remembers another: what was made there may be made"
            + " again.",
        "To go on with the other's lines, move them here with 'mintmark lines copy' instead."
      })
  private boolean init;

  ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  private static final class LogFormName implements ITypeConverter<LogForm> {
    @Override
    public LogForm convert(String text) {
      return LogForm.of(text);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional.ofNullable(log).ifPresent(LogForm::use);
    try (Server server = builder().start()) {
      server.closeOnTermination();
      source.file().ifPresent(file -> LOG.log(Level.INFO, "it is configured by: file={0}", file));
      greet(server);
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

  /** In JSON the log says it: a collector of logs may collect all that a process writes. */
  private void greet(Server server) {
    if (LogForm.current() == LogForm.TEXT) {
      PrintWriter out = spec.commandLine().getOut();
      out.print(server.firstScreen());
      out.flush();
    }
  }

  private ServerBuilder builder() {
    ServerBuilder builder = Server.builder()
        .config(source.config(terminal.environment()))
        .init(init)
        .insecure(insecure);
    source.store().ifPresent(builder::store);
    source.data().ifPresent(builder::dataDirectory);
    Optional.ofNullable(http).ifPresent(builder::http);
    Optional.ofNullable(resp).ifPresent(builder::resp);
    Optional.ofNullable(tokens).ifPresent(builder::tokens);
    Optional.ofNullable(tlsCertificate).ifPresent(builder::tlsCertificate);
    Optional.ofNullable(tlsKey).ifPresent(builder::tlsKey);
    Optional.ofNullable(log).ifPresent(builder::log);
    return builder;
  }
}
