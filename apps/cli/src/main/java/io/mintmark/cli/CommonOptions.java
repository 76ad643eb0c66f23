package io.mintmark.cli;

import picocli.CommandLine.Option;

/** What every command that prints something takes. */
final class CommonOptions {

  @Option(names = "--json", description = "Print JSON, for programs; ids are strings.")
  private boolean json;

  boolean json() {
    return json;
  }
}
