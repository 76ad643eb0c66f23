package io.mintmark.cli;

import io.mintmark.generator.Description;
import io.mintmark.inspect.BitField;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.internal.key.KeyField;
import io.mintmark.json.JsonObject;
import io.mintmark.service.JsonShapes;
import io.mintmark.service.KeyAnalysis;
import io.mintmark.service.SkewReport;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Reads a server's answers. */
final class ServerAnswers {

  private ServerAnswers() {}

  /** Reads the JSON that {@link JsonShapes#description} writes. */
  static Description toDescription(JsonObject json) {
    return new Description(
        json.text("name"), json.text("kind"), json.object("facts").flat(), json.texts("warnings"));
  }

  /** Reads one reading that {@link JsonShapes#readings} wrote. */
  static Reading toReading(JsonObject json) {
    return new Reading(
        json.text("kind"),
        json.text("title"),
        json.optional("time").map(Instant::parse),
        json.optional("doubt"),
        json.object("fields").flat(),
        json.objects("bits").stream()
            .map(bits -> new BitField(
                bits.text("name"), Integer.parseInt(bits.text("width")), bits.text("value")))
            .toList(),
        toFields(json, "characters"),
        json.object("notes").flat());
  }

  /** Reads the JSON that {@link JsonShapes#analysis} writes. */
  static KeyAnalysis toAnalysis(JsonObject json) {
    KeyExplanation explanation = new KeyExplanation(
        json.text("example"),
        toFields(json, "fields"),
        json.object("facts").flat(),
        json.texts("remarks"),
        json.texts("warnings"));
    List<SkewReport> skew =
        json.objects("skew").stream().map(ServerAnswers::toSkew).toList();
    return new KeyAnalysis(json.object("notes").flat(), explanation, skew);
  }

  private static List<KeyField> toFields(JsonObject json, String name) {
    return json.objects(name).stream()
        .map(field -> new KeyField(
            field.text("kind"),
            field.text("name"),
            Integer.parseInt(field.text("from")),
            Integer.parseInt(field.text("to"))))
        .toList();
  }

  private static SkewReport toSkew(JsonObject json) {
    return new SkewReport(
        SkewReport.Shape.valueOf(json.text("shape").toUpperCase(Locale.ROOT).replace('-', '_')),
        Integer.parseInt(json.text("ids")),
        Double.parseDouble(json.text("least")),
        Double.parseDouble(json.text("most")),
        Integer.parseInt(json.text("unreached")));
  }
}
