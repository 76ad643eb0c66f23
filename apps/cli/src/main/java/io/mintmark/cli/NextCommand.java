package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes ids. */
@Command(
    name = "next",
    description = {
      "Makes ids and prints them, one on each line.",
      "NAME is a generator of the configuration. Without a configuration there are objectid, uuid"
          + " and snowflake, and any other name is a sequence, which starts when you first use it."
    },
    footer = {
      "  mintmark next invoices",
      "  mintmark next snowflake -n 1000 --json",
      "  mintmark next orders --route user-42",
      "  mintmark next users --at 2024-05-06T07:08:09Z --config mintmark.yaml",
      "  mintmark next objectid -n 10000000 > ids"
    })
final class NextCommand extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  @Parameters(paramLabel = "NAME", description = "The generator's name.")
  private String name;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "COUNT",
      defaultValue = "1",
      description = "How many ids to make. Default: ${DEFAULT-VALUE}.")
  private long count;

  @Option(
      names = "--route",
      paramLabel = "ID",
      description =
          "For keys with shards: the id that decides the database and table, such as the user's.")
  private @Nullable String route;

  @Option(
      names = "--var",
      paramLabel = "NAME=VALUE",
      description = "For keys with variables: the value of one variable. Repeat the option for"
          + " further variables.")
  private List<String> variables = List.of();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = "Make ids for existing rows: they show this past moment, for example 2026-11-21"
          + " or 2026-11-21T08:30:00Z, and sort among the ids of that time. For Snowflakes and keys"
          + " with a time and a worker number. Takes the last number of the generator's workers"
          + " away from all processes, for good.")
  private @Nullable String at;

  @Mixin
  private ZoneOption zone;

  @Override
  public Integer call() throws IOException {
    Usage.range(spec(), "--count", count, 1, Long.MAX_VALUE);
    String unused = Usage.option(spec(), "NAME", name, LineName::check);
    Config config = source.config();
    KeyRequest request = KeyRequest.of(Optional.ofNullable(route), variables());
    if (at == null) {
      try (Source ids = source.open(config, name)) {
        print(config, size -> ids.next(name, size, request));
      }
    } else {
      Instant moment = time("at", at, zone.zone());
      try (Mintmark lines = source.openLines(config)) {
        Generator generator = opened(config, lines);
        print(config, size -> nextAt(generator, Collections.nCopies(size, moment), request));
      }
    }
    return 0;
  }

  private void print(Config config, IntFunction<List<String>> ids) throws IOException {
    try (Progress progress = new Progress(terminal())) {
      IdWriter writer = new IdWriter(terminal().out(), json());
      boolean wanted = true;
      for (long made = 0; wanted && made < count; ) {
        List<String> batch = ids.apply((int) Math.min(count - made, IdService.MAX_COUNT));
        if (made == 0) {
          noteNewSequence(config, batch.get(0));
        }
        made += batch.size();
        wanted = writer.write(batch, made == count);
        progress.at("ids made", made);
      }
    }
  }

  /** Opens the generator of the configuration in this process, even if a server has the store. */
  private Generator opened(Config config, Mintmark lines) {
    return Optional.ofNullable(config.only(name).open(lines).get(name))
        .orElseThrow(() -> new IllegalArgumentException(Message.of(
            "--at needs a generator of the configuration: name={}, configured={}; no id issued;"
                + " name the file with --config",
            name,
            config.generators().keySet())));
  }

  private static List<String> nextAt(
      Generator generator, List<Instant> moments, KeyRequest request) {
    if (generator instanceof KeyGenerator keys) {
      return keys.nextBatchAt(request, moments);
    }
    if (!request.equals(KeyRequest.PLAIN)) {
      throw new IllegalArgumentException(Message.of(
          "--route and --var are for keys: name={}, kind={}; no id issued",
          generator.name(),
          generator.kind()));
    }
    return generator.nextTextBatchAt(moments);
  }

  private Map<String, String> variables() {
    Map<String, String> values = new LinkedHashMap<>();
    for (String variable : variables) {
      int equals = variable.indexOf('=');
      if (equals < 1) {
        throw wrongUsage("not of the form NAME=VALUE: --var=" + variable);
      }
      String varName = variable.substring(0, equals);
      if (values.put(varName, variable.substring(equals + 1)) != null) {
        throw wrongUsage(Message.of("a variable is given twice: --var={}", varName));
      }
    }
    return values;
  }

  private void noteNewSequence(Config config, String first) {
    if (first.equals("1") && !config.generators().containsKey(name)) {
      NearMiss.of(name, config.generators().keySet())
          .ifPresent(meant -> err()
              .println(
                  Message.of("a new sequence starts: name={}; did you mean {}?", name, meant)));
    }
  }
}
