package io.mintmark.cli;

import io.mintmark.error.InvalidIdException;
import io.mintmark.error.Message;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.key.KeyField;
import io.mintmark.internal.text.NearMiss;
import io.mintmark.service.JsonShapes;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the kind of an id. */
@Command(
    name = "inspect",
    description = {
      "Shows every possible reading of an id: its time, its fields and its bits.",
      "The likeliest reading comes first. The command knows ObjectIds, UUIDs, TypeIDs, Snowflakes"
          + " in many layouts, ULIDs, TSIDs and KSUIDs. It also knows the keys and layouts of your"
          + " configuration: the file of --config, or else those of the server that has the data"
          + " directory open."
    },
    footer = {
      "  mintmark inspect 4df2dcec2cdcd20936a8b817",
      "  mintmark inspect OD02000101261121120000000000001 --config mintmark.yaml",
      "  mintmark inspect 1541815603606036480 --as snowflake:twitter",
      "  mintmark inspect 'ObjectId(\"632c6d93d65f74baeb22a2c9\")' --zone Asia/Shanghai"
    })
final class InspectCommand extends PrintingCommand {

  /** A longer text cannot be an id, and is not sent to a server. */
  private static final int MAX_LENGTH = Inspector.MAX_LENGTH;

  private static final int MAX_SHOWN = 40;

  @Mixin
  private ZoneOption zone;

  @Mixin
  private SourceOptions source;

  @Parameters(paramLabel = "ID", arity = "1..*", description = "One or more ids, in any form.")
  private List<String> ids;

  @Option(
      names = "--as",
      paramLabel = "KIND",
      description = "Show only this reading, for example objectid-legacy or snowflake:twitter.")
  private @Nullable String as;

  @Override
  public Integer call() {
    Function<String, List<Reading>> inspector = configured();
    Map<String, List<Reading>> all = new LinkedHashMap<>();
    List<String> unread = new ArrayList<>();
    ZoneId local = zone.zone();
    for (String id : ids) {
      try {
        all.put(id, wanted(id, id.length() > MAX_LENGTH ? List.of() : inspector.apply(id)));
      } catch (InvalidIdException e) {
        unread.add(String.valueOf(e.getMessage()));
      }
    }
    print(
        json -> json.put(
            "ids",
            List.copyOf(all.entrySet()),
            (one, id) -> JsonShapes.readings(one.put("id", id.getKey()), id.getValue(), local)),
        (out, style) -> all.forEach((id, readings) -> print(id, readings, out, style, local)));
    return exitCode(unread);
  }

  /**
   * Returns the function that reads ids. If a server uses the data directory, the server reads
   * them, because it knows the keys and layouts.
   */
  private Function<String, List<Reading>> configured() {
    return source
        .served()
        .<Function<String, List<Reading>>>map(server -> server::inspect)
        .orElseGet(() -> new Inspector(terminal().clock(), source.config(), true)::inspect);
  }

  private List<Reading> wanted(String id, List<Reading> readings) {
    if (readings.isEmpty()) {
      String shown = id.length() > MAX_LENGTH ? id.substring(0, MAX_SHOWN) + "..." : id;
      throw new InvalidIdException(Message.of("the id has no known form: id={}", shown));
    }
    if (as == null) {
      return readings;
    }
    List<Reading> wanted =
        readings.stream().filter(reading -> reading.kind().equals(as)).toList();
    if (wanted.isEmpty()) {
      List<String> kinds = readings.stream().map(Reading::kind).toList();
      String hint = NearMiss.hint(as, kinds, "it can be " + String.join(", ", kinds));
      throw new InvalidIdException(
          Message.of("the id has no such reading: as={}, id={}; {}", as, id, hint));
    }
    return wanted;
  }

  private void print(
      String id, List<Reading> readings, PrintWriter out, TextStyle style, ZoneId local) {
    if (ids.size() > 1) {
      out.println(style.bold(id));
      out.println();
    }
    boolean noneFits = readings.stream().noneMatch(Reading::plausible);
    List<Reading> shown =
        readings.stream().filter(reading -> reading.plausible() || noneFits).toList();
    shown.forEach(reading -> print(reading, out, style, local));
    List<Reading> doubtful = new ArrayList<>(readings);
    doubtful.removeAll(shown);
    if (!doubtful.isEmpty()) {
      Table table = new Table("HARDLY", "TIME", "BECAUSE");
      doubtful.forEach(reading -> table.row(
          reading.kind(),
          reading.time().map(Instant::toString).orElse("-"),
          reading.doubt().orElse("-")));
      table.print(out, style);
      out.println();
    }
  }

  private void print(Reading reading, PrintWriter out, TextStyle style, ZoneId local) {
    out.println(style.bold(reading.title()) + " " + style.dim("(" + reading.kind() + ")"));
    reading.doubt().ifPresent(doubt -> out.println("  " + style.warning(doubt)));
    String notes = notes(reading.notes());
    if (!notes.isEmpty()) {
      out.println("  " + notes);
    }
    Map<String, String> facts = new LinkedHashMap<>();
    reading.time().ifPresent(time -> {
      facts.put("time", time.toString());
      if (!local.normalized().equals(ZoneOffset.UTC)) {
        facts.put("local-time", DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(local)));
      }
    });
    facts.putAll(reading.fields());
    if (!reading.characters().isEmpty()) {
      picture(reading, facts, out, style);
    }
    Table.facts(facts, out, style);
    new BitPicture(reading.bits(), style).print(out);
    out.println();
  }

  /** Draws the characters of a key. Facts in the picture are removed from the list of facts. */
  private static void picture(
      Reading reading, Map<String, String> facts, PrintWriter out, TextStyle style) {
    out.println();
    new KeyPicture(String.valueOf(facts.remove("id")), reading.characters(), style).print(out);
    out.println();
    reading.characters().stream()
        .map(KeyField::label)
        .filter(label -> !label.equals("time"))
        .forEach(facts::remove);
  }

  /** Formats the notes, for example {@code order numbers, in t_order.order_id}. */
  private static String notes(Map<String, String> notes) {
    String column = Stream.of("table", "column")
        .filter(notes::containsKey)
        .map(notes::get)
        .collect(Collectors.joining("."));
    return Stream.of(notes.getOrDefault("description", ""), column.isEmpty() ? "" : "in " + column)
        .filter(said -> !said.isEmpty())
        .collect(Collectors.joining(", "));
  }
}
