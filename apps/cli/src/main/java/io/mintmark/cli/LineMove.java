package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.config.Section;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A command that moves a line by hand. */
abstract class LineMove extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  LineMove(Terminal terminal) {
    super(terminal);
  }

  /** The line, and where to move it. */
  abstract LinePosition to();

  final SourceOptions source() {
    return source;
  }

  /** Opens what has the line, without any generators. */
  final Source open() {
    source.checkMayMove(to().line(), terminal());
    Config config = source.config(terminal());
    return source.open(
        new Config(config.store(), Map.of(), List.of(), 0, Section.NONE), terminal());
  }

  /** Says what was done, with words behind the line's name. */
  final void print(long before, String words) {
    print(
        json -> json.put("name", to().line())
            .put("before", Long.toString(before))
            .put("next", Long.toString(to().next())),
        out -> out.println(to().line() + ": " + words));
  }
}
