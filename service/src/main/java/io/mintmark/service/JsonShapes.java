package io.mintmark.service;

import io.mintmark.generator.Description;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.internal.key.KeyField;
import io.mintmark.internal.store.LineStore;
import io.mintmark.json.Json;
import io.mintmark.store.Line;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** The JSON members of each type. The server and the command line write the same members. */
public final class JsonShapes {

  private JsonShapes() {}

  /** Writes a generator's description. */
  public static void description(Json json, Description description) {
    json.put("name", description.name())
        .put("kind", description.kind())
        .put("facts", description.facts())
        .put("warnings", description.warnings());
  }

  /** Writes whether an engine can lose acknowledged writes, and its durability settings. */
  public static void store(Json json, LineStore store) {
    json.put("canLoseAcknowledgedWrites", store.canLoseAcknowledgedWrites())
        .put(
            "durability",
            store.durability().settings(),
            (object, setting) -> object
                .put("name", setting.name())
                .put("value", setting.value())
                .put("risk", setting.risk()));
  }

  /** Writes the explanation of keys. */
  public static void analysis(Json json, KeyAnalysis analysis) {
    KeyExplanation explanation = analysis.explanation();
    json.put("example", explanation.example());
    characters(json, "fields", explanation.fields(), explanation.example())
        .put("facts", explanation.facts())
        .put("notes", analysis.notes())
        .put("remarks", explanation.remarks())
        .put("warnings", explanation.warnings())
        .put("skew", analysis.skew(), JsonShapes::skew);
  }

  /** Writes the fields of a key and their characters. */
  private static Json characters(Json json, String name, List<KeyField> fields, String key) {
    return json.put(
        name,
        fields,
        (object, field) -> object
            .put("kind", field.kind())
            .put("name", field.name())
            .put("from", field.from())
            .put("to", field.to())
            .put("text", key.substring(field.from(), field.to())));
  }

  /** Writes a fault of a format, or of another setting of the keys. */
  public static void fault(Json json, FormatFault fault) {
    if (fault.column() > 0) {
      json.put("column", fault.column());
    }
    json.put("rule", fault.rule());
  }

  /**
   * Writes how evenly ids spread over tables. The counts of the emptiest and the fullest table are
   * fractions of an even share.
   */
  private static void skew(Json json, SkewReport report) {
    json.put("shape", report.shape().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .put("ids", report.ids())
        .put("least", Double.toString(report.least()))
        .put("most", Double.toString(report.most()))
        .put("unreached", report.unreached());
  }

  /**
   * Writes since when and why the store takes no claims, which generators make no ids and why, and
   * how long the others can continue without the store.
   */
  public static void readiness(Json json, Readiness readiness) {
    readiness.since().ifPresent(since -> json.put("since", since.toString()));
    readiness.storeFault().ifPresent(why -> json.put("storeFault", why));
    json.put("generators", readiness.generators(), (object, generator) -> {
      object.put("name", generator.name()).put("ready", generator.reason().isEmpty());
      generator.reason().ifPresent(why -> object.put("reason", why));
      GeneratorStatus status = generator.status();
      status.supply().ifPresent(supply -> object.put("left", supply.left()));
      status.lasts().ifPresent(time -> object.put("lastsSeconds", time.toSeconds()));
    });
  }

  /** Writes a line. Its position is written as a string, in the same way as ids. */
  public static void line(Json json, Line line) {
    json.put("name", line.name())
        .put("next", Long.toString(line.next()))
        .put("note", line.note())
        .put("updated", line.updated().toString());
  }

  /** Writes all readings of an id, likeliest first, with each time in UTC and in a zone. */
  public static Json readings(Json json, List<Reading> readings, ZoneId zone) {
    return json.put("readings", readings, (object, reading) -> reading(object, reading, zone));
  }

  private static void reading(Json json, Reading reading, ZoneId zone) {
    json.put("kind", reading.kind()).put("title", reading.title());
    reading
        .time()
        .ifPresent(time -> json.put("time", time.toString())
            .put("localTime", DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(zone))));
    json.put("plausible", reading.plausible());
    reading.doubt().ifPresent(doubt -> json.put("doubt", doubt));
    json.put("fields", reading.fields()).put("notes", reading.notes());
    String id = reading.fields().getOrDefault("id", "");
    characters(json, "characters", reading.characters(), id)
        .put(
            "bits",
            reading.bits(),
            (object, bits) -> object
                .put("name", bits.name())
                .put("width", bits.width())
                .put("value", bits.value()));
  }
}
