package io.mintmark.cli;

import io.mintmark.server.Server;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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

  @Spec
  private CommandSpec spec;

  @Mixin
  private SourceOptions source;

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7600",
      description = "Where HTTP listens. Default: ${DEFAULT-VALUE}.")
  private String http;

  @Option(
      names = "--resp",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7601",
      description = "Where the Redis protocol listens. Default: ${DEFAULT-VALUE}.")
  private String resp;

  @Option(
      names = "--init",
      description = {
        "Start on this store though the server remembers another: what was made there may be made"
            + " again.",
        "To go on with the other's lines, move them here with 'mintmark lines copy' instead."
      })
  private boolean init;

  @Override
  public Integer call() throws InterruptedException {
    try (Server server = source.server().http(http).resp(resp).init(init).start()) {
      server.closeOnTermination();
      PrintWriter out = spec.commandLine().getOut();
      out.print(server.firstScreen());
      out.flush();
      server.awaitClosed();
    }
    return 0;
  }
}
