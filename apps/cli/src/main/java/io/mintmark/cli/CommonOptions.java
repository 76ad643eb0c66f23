package io.mintmark.cli;

import picocli.CommandLine.Option;

/** The options of every command that prints something. */
final class CommonOptions {

  @Option(names = "--json", description = "Print JSON, for programs; ids are strings.")
  private boolean json;

  boolean json() {
    return json;
  }
}
