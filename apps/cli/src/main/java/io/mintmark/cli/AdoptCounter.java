package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.store.ClaimStore;
import java.io.PrintWriter;
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
      "  mongodb://HOST/DB#COLLECTION/ID          a document with _id, val and maxval",
      "  jdbc:postgresql://HOST/DB#sequence=NAME  a sequence",
      "  jdbc:mysql://HOST/DB#table=NAME          an AUTO_INCREMENT column",
      "  jdbc:mysql://HOST/DB#ticket=TABLE.COLUMN a table with one number",
      "  zookeeper://HOST:PORT#/ROOT/PREFIX       sequential nodes",
      "or the state file of a Snowflake that had a fixed worker number and no store. NAME is then"
          + " a Snowflake with 'workers: N..N' in the --config file.",
      "NAME has the settings of the --config file, or the defaults without one."
    },
    footer = "  mintmark lines adopt redis://127.0.0.1:6379/0#orders orders")
final class AdoptCounter extends PrintingCommand {

  private static final int MAX_TRIES = 100;

  @Mixin
  private SourceOptions source;

  @Parameters(index = "0", paramLabel = "SOURCE", description = "The counter's URL.")
  private String counterUrl;

  @Parameters(index = "1", paramLabel = "NAME", description = "The sequence's name.")
  private String name;

  AdoptCounter(Terminal terminal) {
    super(terminal);
  }

  /** A line's position before and after. */
  private record Raised(long before, long after) {}

  @Override
  public Integer call() {
    Config config = source.config(terminal());
    GeneratorSettings settings = config.named(name).settings();
    settings.check(name);
    if (counterUrl.indexOf('#') < 0 && Files.isRegularFile(Path.of(counterUrl))) {
      return adoptStateFile(config, settings);
    }
    PublishedCounter counter = Adapters.read(counterUrl, StoreOpener.TIMEOUT);
    long unused = settings.continuing(name, counter, 0);
    Raised raised;
    try (Mintmark mint = StoreOpener.lines(
        source.url(config, terminal()), source.access(terminal()), terminal().elapsed())) {
      settings.open(mint, name);
      raised = raise(
          MintmarkAccess.storeOf(mint),
          "seq/" + name,
          before -> settings.continuing(name, counter, before));
    }
    print(counter, raised);
    return 0;
  }

  /** Raises the line first. If this ends before the file is sealed, it can be run again. */
  private int adoptStateFile(Config config, GeneratorSettings settings) {
    String line = SnowflakeStateFile.line(name, settings);
    try (SnowflakeStateFile file =
            SnowflakeStateFile.open(Path.of(counterUrl), settings, terminal().elapsed());
        Mintmark mint = StoreOpener.lines(
            source.url(config, terminal()),
            source.access(terminal()),
            terminal().elapsed())) {
      Generator unused = settings.open(mint, name);
      Raised raised =
          raise(MintmarkAccess.storeOf(mint), line, before -> Math.max(before, file.next()));
      file.seal();
      print(
          json -> json.put("name", line)
              .put("before", Long.toString(raised.before()))
              .put("next", Long.toString(raised.after())),
          out -> out.println(line + ": raised from " + raised.before() + " to " + raised.after()
              + "; no earlier version can use the state file any more"));
    }
    return 0;
  }

  /** Generators may move the line meanwhile, so each try starts from the present position. */
  private static Raised raise(ClaimStore store, String line, LongUnaryOperator to) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      long before = store.position(line);
      long after = to.applyAsLong(before);
      if (after == before || store.compareAndSet(line, before, after)) {
        return new Raised(before, after);
      }
    }
    throw new MintmarkException(
        Message.of("the line moved at every try: line={}, tries={}; not raised", line, MAX_TRIES));
  }

  private void print(PublishedCounter counter, Raised raised) {
    print(
        json -> json.put("name", "seq/" + name)
            .put("counter", counter.what())
            .put("counterNext", Long.toString(counter.next()))
            .put("before", Long.toString(raised.before()))
            .put("next", Long.toString(raised.after())),
        out -> print(counter, raised, out));
  }

  private void print(PublishedCounter counter, Raised raised, PrintWriter out) {
    out.println(counter.what() + ": would give " + counter.next() + " next");
    out.println(
        raised.before() == raised.after()
            ? "seq/" + name + ": is already at " + raised.after() + ", nothing was raised"
            : "seq/" + name + ": raised by " + (raised.after() - raised.before()) + ", from "
                + raised.before() + " to " + raised.after());
    out.println("Next: stop the old writers, run this command again, then start the new writers.");
  }
}
