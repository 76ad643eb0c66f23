package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.config.Section;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command that changes a line's position by hand. */
abstract class LineMove extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  LineMove(Terminal terminal) {
    super(terminal);
  }

  /** The line and its new position. */
  abstract LinePosition to();

  final SourceOptions source() {
    return source;
  }

  /** Opens the server or store of the line, without any generators. */
  final Source open() {
    source.checkMayMove(to().line(), terminal());
    Config config = source.config(terminal());
    return source.open(
        new Config(config.store(), Map.of(), List.of(), 0, Section.NONE), terminal());
  }

  /** Prints the result, with words after the line's name. */
  final void print(long before, String words) {
    print(
        json -> json.put("name", to().line())
            .put("before", Long.toString(before))
            .put("next", Long.toString(to().next())),
        out -> out.println(to().line() + ": " + words));
  }
}
