package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.inspect.BitField;
import io.mintmark.inspect.Reading;
import io.mintmark.internal.key.SkewReport;
import io.mintmark.key.KeyExplanation;
import io.mintmark.key.KeyField;
import io.mintmark.service.KeyAnalysis;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * An object in a server's answer, and what it stands for.
 *
 * @param members what is in it, by name
 */
record Answer(Map<?, ?> members) {

  /** Reads JSON, which is a part of YAML. */
  static Answer of(String json) {
    try {
      return object(new Load(LoadSettings.builder().build()).loadFromString(json));
    } catch (YamlEngineException e) {
      throw new MintmarkException(
          Message.of("the server's answer is not JSON: answer={}", json), e);
    }
  }

  private static Answer object(@Nullable Object json) {
    if (json instanceof Map<?, ?> map) {
      return new Answer(map);
    }
    throw new MintmarkException("the server's answer is of another shape: object expected");
  }

  Description description() {
    return new Description(text("name"), text("kind"), texts("facts"), list("warnings"));
  }

  Reading reading() {
    return new Reading(
        text("kind"),
        text("title"),
        optional("time").map(Instant::parse),
        optional("doubt"),
        texts("fields"),
        objects(
            "bits",
            bits -> new BitField(bits.text("name"), bits.number("width"), bits.text("value"))),
        objects("characters", Answer::field),
        texts("notes"));
  }

  KeyAnalysis analysis() {
    KeyExplanation explanation = new KeyExplanation(
        text("example"),
        objects("fields", Answer::field),
        texts("facts"),
        list("remarks"),
        list("warnings"));
    return new KeyAnalysis(texts("notes"), explanation, objects("skew", Answer::skew));
  }

  private KeyField field() {
    return new KeyField(text("kind"), text("name"), number("from"), number("to"));
  }

  private SkewReport skew() {
    return new SkewReport(
        SkewReport.Shape.valueOf(text("shape").toUpperCase(Locale.ROOT).replace('-', '_')),
        number("ids"),
        Double.parseDouble(text("least")),
        Double.parseDouble(text("most")),
        number("unreached"));
  }

  String text(String name) {
    return String.valueOf(members.get(name));
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(members.get(name));
  }

  <T> List<T> objects(String name, Function<Answer, T> meaning) {
    return elements(name).stream().map(Answer::object).map(meaning).toList();
  }

  private Optional<String> optional(String name) {
    return Optional.ofNullable(members.get(name)).map(Object::toString);
  }

  private int number(String name) {
    return Integer.parseInt(text(name));
  }

  private List<String> list(String name) {
    return elements(name).stream().map(String::valueOf).toList();
  }

  private List<?> elements(String name) {
    if (members.get(name) instanceof List<?> list) {
      return list;
    }
    throw new MintmarkException("the server's answer is of another shape: list expected");
  }

  private Map<String, String> texts(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    object(members.get(name))
        .members
        .forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
    return texts;
  }
}
