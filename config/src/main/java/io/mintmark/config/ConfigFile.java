package io.mintmark.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads one configuration file from YAML nodes. A node contains its line number, and its value
 * exactly as it is in the file.
 */
final class ConfigFile {

  private static final int MAX_BYTES = 1 << 20;

  /**
   * Matches the settings that only people read. Texts that versions of YAML read differently are
   * allowed as their values, because a column may be called {@code no}.
   */
  private static final Pattern REMARK = Pattern.compile(".*\\.(?:description|table|column)");

  static final Setting<String> STORE = new Setting<>("store", SettingType.STORE_URL, "");
  static final Setting<Integer> MAX_AUTO_CREATED = new Setting<>(
      "max-auto-created", SettingType.between(SettingType.INTEGER, "0", "999999999"), "10000");

  /** The settings at the top of the file. Other methods read the mappings among them. */
  static final List<Setting<?>> TABLE = List.of(
      STORE, mapping("generators"), mapping("auto-create"), MAX_AUTO_CREATED, mapping("server"));

  private final String file;
  private final List<String> faults = new ArrayList<>();

  private static Setting<String> mapping(String key) {
    return new Setting<>(key, SettingType.of("settings", text -> text), "");
  }

  private ConfigFile(String file) {
    this.file = file;
  }

  /** A value, the path of keys to it, and the line on which it starts. */
  private record Entry(String path, int line, Node value) {}

  static Config read(Path path) {
    ConfigFile file = new ConfigFile(path.toString());
    return file.checked(file.config(file.top(path)));
  }

  static Map<String, Section> readSections(Path path) {
    ConfigFile file = new ConfigFile(path.toString());
    return file.checked(file.sections(file.top(path)));
  }

  private <T> T checked(T read) {
    if (!faults.isEmpty()) {
      throw new ConfigurationException("configuration", faults);
    }
    return read;
  }

  private Map<String, Entry> top(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES);
      if (in.read() < 0) {
        String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        return new Compose(LoadSettings.builder().setLabel(file).build())
            .composeString(text)
            .map(node -> children(new Entry("", 1, node)))
            .orElse(Map.of());
      }
      faults.add(file + ": the file has more than " + MAX_BYTES + " bytes");
    } catch (CharacterCodingException e) {
      faults.add(file + ": the file is not text in UTF-8");
    } catch (NoSuchFileException e) {
      faults.add("there is no such file: " + file);
    } catch (IOException e) {
      faults.add(file + ": cannot be read: " + e);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
      faults.add(file + ":" + line + ": not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      faults.add(file + ": not YAML: " + e.getMessage());
    }
    return Map.of();
  }

  private Config config(Map<String, Entry> top) {
    Map<String, String> texts = new LinkedHashMap<>();
    top.forEach((key, entry) -> {
      boolean isText = key.equals(STORE.key()) || key.equals(MAX_AUTO_CREATED.key());
      (isText ? text(entry) : Optional.of("")).ifPresent(text -> texts.put(key, text));
    });
    SettingReader reader =
        new SettingReader(texts, key -> place(Objects.requireNonNull(top.get(key))));
    SettingValues values = SettingValues.read(TABLE, reader);
    reader.refuseUnread("a file");
    faults.addAll(reader.faults());
    Config standard = Config.standard();
    boolean isStandard = !top.containsKey("generators") && !top.containsKey("auto-create");
    return new Config(
        values.find(STORE),
        isStandard
            ? standard.generators()
            : Configured.readAll(sections(top, "generators"), faults),
        isStandard ? standard.autoCreate() : autoCreate(sections(top, "auto-create")),
        values.get(MAX_AUTO_CREATED),
        Optional.ofNullable(top.get("server")).map(this::section).orElse(Section.NONE));
  }

  private List<AutoCreate> autoCreate(Map<String, Section> sections) {
    List<AutoCreate> patterns = new ArrayList<>();
    sections.forEach((names, section) -> {
      section.settings().putIfAbsent("type", "sequence"); // A section has its own copy.
      // A star stands for any characters that a name can have.
      Configured.readAll(Map.of(names.replace('*', 'x'), section), faults).forEach((name, read) -> {
        String type = read.settings().type();
        if (!type.equals("sequence")) {
          faults.add(
              Message.of("{}: auto-create makes sequences only: type={}", read.place(), type));
        }
        patterns.add(new AutoCreate(new NamePattern(names), read));
      });
    });
    return patterns;
  }

  private Map<String, Section> sections(Map<String, Entry> top, String key) {
    return sections(Optional.ofNullable(top.get(key)).map(this::children).orElse(Map.of()));
  }

  private Map<String, Section> sections(Map<String, Entry> entries) {
    Map<String, Section> sections = new LinkedHashMap<>();
    entries.forEach((name, entry) -> sections.put(name, section(entry)));
    return sections;
  }

  private Section section(Entry entry) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    flatten(entry, "", entries);
    Map<String, String> texts = new LinkedHashMap<>();
    entries.forEach((key, value) -> text(value).ifPresent(text -> texts.put(key, text)));
    return new Section(
        texts, key -> place(key.isEmpty() ? entry : entries.getOrDefault(key, child(entry, key))));
  }

  /** Collects the entries of a mapping. The names of inner entries contain dots. */
  private void flatten(Entry mapping, String prefix, Map<String, Entry> entries) {
    children(mapping).forEach((name, entry) -> {
      if (entry.value instanceof MappingNode) {
        flatten(entry, prefix + name + ".", entries);
      } else {
        entries.put(prefix + name, entry);
      }
    });
  }

  /** Reads the keys of a mapping. An empty value counts as an empty mapping. */
  private Map<String, Entry> children(Entry entry) {
    Map<String, Entry> children = new LinkedHashMap<>();
    if (entry.value instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        Entry key = new Entry(entry.path, line(tuple.getKeyNode()), tuple.getKeyNode());
        text(key).ifPresent(name -> {
          Entry child = new Entry(child(entry, name).path, key.line, tuple.getValueNode());
          if (children.put(name, child) != null) {
            fault(child, "the key occurs twice in its mapping");
          }
        });
      }
    } else if (!(entry.value instanceof ScalarNode scalar && scalar.getValue().isEmpty())) {
      fault(entry, "not a mapping of keys to values");
    }
    return children;
  }

  private static boolean isAmbiguous(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.getScalarStyle() == ScalarStyle.PLAIN
        && PlainYaml.isAmbiguous(scalar.getValue());
  }

  /** Reads a text, or a list of texts that it joins with commas. */
  private Optional<String> text(Entry entry) {
    List<Node> nodes =
        entry.value instanceof SequenceNode list ? list.getValue() : List.of(entry.value);
    if (nodes.stream().anyMatch(ConfigFile::isAmbiguous)
        && !REMARK.matcher(entry.path).matches()) {
      fault(entry, PlainYaml.FAULT);
      return Optional.empty();
    }
    if (!nodes.stream().allMatch(ScalarNode.class::isInstance)) {
      fault(entry, "a text is expected");
      return Optional.empty();
    }
    return Optional.of(nodes.stream()
        .map(node -> ((ScalarNode) node).getValue())
        .collect(Collectors.joining(",")));
  }

  private static Entry child(Entry parent, String key) {
    String path = parent.path.isEmpty() ? key : parent.path + "." + key;
    return new Entry(path, parent.line, parent.value);
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private String place(Entry entry) {
    return file + ":" + entry.line + (entry.path.isEmpty() ? "" : ": " + entry.path);
  }

  private void fault(Entry entry, String message) {
    faults.add(place(entry) + ": " + message);
  }
}
