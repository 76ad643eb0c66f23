package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.generator.Generator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.PublishedCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongUnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Continues a counter of another system as a sequence. */
@Command(
    name = "adopt",
    description = {
      "Continues the counter SOURCE of another system in the sequence NAME.",
      "Run it once to try it. Then stop the old writers, run it again, and start the new writers."
          + " The sequence repeats all numbers that an old writer takes after the last run.",
      "SOURCE is the engine's URL, then '#' and the name of the counter there:",
      "  redis://HOST:PORT/DB#KEY                 a key that INCR counts",
      "  jdbc:postgresql://HOST/DB#sequence=NAME  a sequence",
      "  jdbc:mysql://HOST/DB#table=NAME          an AUTO_INCREMENT column",
      "  jdbc:mysql://HOST/DB#ticket=TABLE.COLUMN a table with one number",
      "or the state file of a Snowflake that had a fixed worker number and no store. NAME is then"
          + " a Snowflake with 'workers: N..N' in the --config file.",
      "NAME has the settings of the --config file, or the defaults without one."
    },
    footer = "  mintmark lines adopt redis://127.0.0.1:6379/0#orders orders")
final class AdoptCounter extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  @Parameters(index = "0", paramLabel = "SOURCE", description = "The counter's URL.")
  private String counterUrl;

  @Parameters(index = "1", paramLabel = "NAME", description = "The sequence's name.")
  private String name;

  @Override
  public Integer call() throws IOException {
    Config config = source.config();
    GeneratorSettings settings = config.named(name).settings();
    settings.check(name);
    if (counterUrl.indexOf('#') < 0 && Files.isRegularFile(Path.of(counterUrl))) {
      return adoptStateFile(config, settings);
    }
    PublishedCounter counter = Adapters.read(counterUrl, StoreOpener.TIMEOUT);
    long unused = settings.continuing(name, counter, 0);
    print(
        counter,
        raise(
            config, settings, "seq/" + name, before -> settings.continuing(name, counter, before)));
    return 0;
  }

  private int adoptStateFile(Config config, GeneratorSettings settings) throws IOException {
    String line = SnowflakeStateFile.line(name, settings);
    LineMove.Raised raised = SnowflakeStateFile.adopt(
        Path.of(counterUrl),
        settings,
        terminal().elapsed(),
        next -> raise(config, settings, line, before -> Math.max(before, next)));
    print(
        json -> raised.describe(json.put("name", line)),
        (out, style) -> out.println(line + ": raised from " + raised.before() + " to "
            + raised.after() + "; no earlier version can use the state file any more"));
    return 0;
  }

  private LineMove.Raised raise(
      Config config, GeneratorSettings settings, String line, LongUnaryOperator to) {
    try (Mintmark mint = source.openLines(config)) {
      Generator unused = settings.open(mint, name);
      return LineMove.raise(MintmarkAccess.storeOf(mint), line, to);
    }
  }

  private void print(PublishedCounter counter, LineMove.Raised raised) {
    print(
        json -> raised.describe(json.put("name", "seq/" + name)
            .put("counter", counter.what())
            .put("counterNext", Long.toString(counter.next()))),
        (out, style) -> {
          out.println(counter.what() + ": would give " + counter.next() + " next");
          out.println(
              raised.before() == raised.after()
                  ? "seq/" + name + ": is already at " + raised.after() + ", nothing was raised"
                  : "seq/" + name + ": raised by " + (raised.after() - raised.before()) + ", from "
                      + raised.before() + " to " + raised.after());
          out.println(
              "Next: stop the old writers, run this command again, then start the new writers.");
        });
  }
}
