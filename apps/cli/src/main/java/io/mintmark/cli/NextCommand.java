package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.error.Message;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  @Override
  public Integer call() throws IOException {
    Usage.range(spec(), "--count", count, 1, Long.MAX_VALUE);
    Usage.name(spec(), name);
    Config config = source.config();
    KeyRequest request = KeyRequest.of(Optional.ofNullable(route), variables());
    try (Source ids = source.open(config, name);
        Progress progress = new Progress(terminal(), "ids made")) {
      IdWriter writer = new IdWriter(terminal().out(), json());
      boolean wanted = true;
      for (long made = 0; wanted && made < count; ) {
        List<String> batch =
            ids.next(name, (int) Math.min(count - made, IdService.MAX_COUNT), request);
        if (made == 0) {
          noteNewSequence(config, batch.get(0));
        }
        made += batch.size();
        wanted = writer.write(batch, made == count);
        progress.at(made);
      }
    }
    return 0;
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
