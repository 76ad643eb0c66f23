package io.mintmark.service;

import io.mintmark.config.Configured;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The generators that administrators have made on a server, as the store keeps them for all of its
 * servers. Thread-safe.
 *
 * <p>A definition is a line {@code spec/:defN/NAME}, where N is its version. The line's note is the
 * generator's settings as JSON, and the line's number is the fingerprint of that text, set once
 * from 0. So a definition never changes. Other settings are the next version; of a name the highest
 * version counts whose note belongs to its number. Only the process that set the number, or that
 * wants the same text, writes the note. So no write spoils another, however late it arrives; and
 * the version of a process that ended before it wrote the note does not count.
 *
 * <p>After a definition, a process claims a position of {@link StoreLines#DEFINITIONS}: other
 * servers notice by one read that there is something new. It also claims one of the store's gate.
 * If that is answered, whoever moves the store's lines has yet to list them, and finds the
 * definition.
 */
public final class StoredGenerators {

  /** The text that says that there is no such generator any more. */
  static final String NONE = "{}";

  private static final String PREFIX = SpecLine.PREFIX + SpecLine.DEFINITIONS;
  private static final Pattern LINE = Pattern.compile(PREFIX + "([1-9][0-9]{0,8})/(.+)");

  /** So many servers may write other definitions of one name at the same moment. */
  private static final int MAX_TRIES = 64;

  private final MovableStore store;

  StoredGenerators(ClaimStore store) {
    this.store = new MovableStore(store);
  }

  /**
   * What a name was last defined as.
   *
   * @param version counts the definitions of the name, from 1
   * @param text settings as JSON, or {@link #NONE}
   */
  record Definition(int version, String text) {}

  /**
   * Reads the generators that administrators have made, from a list of a store's lines. One that
   * was removed since is among them with its last settings: ids were made by its name, and the name
   * can come back.
   *
   * @param lines of the store, with their notes
   * @return what each name was last defined as, by names
   * @throws ConfigurationException if a definition has settings that this version does not know
   */
  public static Map<String, Configured> everMade(List<Line> lines) {
    List<Line> made = lines.stream().filter(line -> !line.note().equals(NONE)).toList();
    Map<String, Configured> generators = new TreeMap<>();
    latest(made).forEach((name, definition) -> {
      String place = line(name, definition.version);
      Map<String, String> settings = JsonObject.parse(
              definition.text, fault -> new ConfigurationException(place, fault))
          .flat(1);
      generators.put(name, Configured.read(settings, place, key -> key));
    });
    return generators;
  }

  /** Writes settings as a definition has them. */
  static String text(Map<String, String> settings) {
    String text = Json.object(json -> new TreeMap<>(settings).forEach(json::put));
    if (text.length() > Line.MAX_NOTE_LENGTH) {
      throw new IllegalArgumentException(Message.of(
          "the settings are longer as JSON than a store keeps: characters={}, most={}; nothing was"
              + " changed; use the configuration file",
          text.length(),
          Line.MAX_NOTE_LENGTH));
    }
    return text;
  }

  /** Names the line of a definition. */
  static String line(String name, int version) {
    return PREFIX + version + "/" + name;
  }

  /** A number that grows with each definition. */
  long mark() {
    return store.position(StoreLines.DEFINITIONS);
  }

  /** Reads the present definition of each name. */
  Map<String, Definition> read() {
    return latest(store.lines(PREFIX));
  }

  private static Map<String, Definition> latest(List<Line> lines) {
    Map<String, Definition> latest = new TreeMap<>();
    for (Line line : lines) {
      Matcher matcher = LINE.matcher(line.name());
      if (matcher.matches() && !SpecLine.isPlaceholder(line.next()) && !SpecLine.isSpoilt(line)) {
        Definition found = new Definition(Integer.parseInt(matcher.group(1)), line.note());
        latest.merge(matcher.group(2), found, (a, b) -> a.version > b.version ? a : b);
      }
    }
    return latest;
  }

  /** Defines a name, unless the text is its present definition, and has all servers look. */
  void write(String name, String text) {
    Optional<Definition> present = Optional.ofNullable(read().get(name));
    if (present.filter(known -> known.text.equals(text)).isEmpty()) {
      write(name, text, present.map(Definition::version).orElse(0));
    }
    long unusedMark = store.claim(StoreLines.DEFINITIONS, 0, 1);
    long unusedGate = store.claim(StoreLines.GATE, 0, 1);
  }

  private void write(String name, String text, int present) {
    long fingerprint = SpecLine.fingerprint(text);
    for (int version = present + 1; version <= present + MAX_TRIES; version++) {
      String line = line(name, version);
      if (store.compareAndSet(line, 0, fingerprint) || store.position(line) == fingerprint) {
        store.annotate(line, text);
        return;
      }
    }
    throw new StoreUnavailableException(Message.of(
        "others define the generator at the same time: name={}; nothing was changed; try again",
        name));
  }
}
