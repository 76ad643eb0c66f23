package io.mintmark.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The top-level command: lists the commands and prints the version. */
@Command(
    name = "mintmark",
    mixinStandardHelpOptions = true,
    description = "Makes and explains primary keys for distributed systems.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = PrintingCommand.EXAMPLES,
    footer = {
      "  mintmark next invoices                 the next number of a sequence",
      "  mintmark next snowflake -n 5           five 64-bit ids",
      "  mintmark inspect 4df2dcec2cdcd20936a8b817",
      "  mintmark serve                         ids over HTTP and the Redis protocol",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 verify found duplicates."
    })
final class MintmarkCommand {

  private final Terminal terminal;

  MintmarkCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Returns the streams and clocks of a subcommand. */
  static Terminal terminal(CommandSpec command) {
    return ((MintmarkCommand) command.root().userObject()).terminal;
  }

  /** Returns the versions of Mintmark and Java. */
  static String version() {
    return "mintmark " + io.mintmark.service.Version.TEXT + " (Java " + Runtime.version() + ")";
  }
}
