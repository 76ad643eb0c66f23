package io.mintmark.spring.boot;

import io.mintmark.config.PlainYaml;
import java.io.IOException;
import java.io.Reader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.origin.TextResourceOrigin.Location;
import org.springframework.core.io.Resource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.UnicodeReader;

/**
 * The plain (unquoted) scalars of a YAML file, as texts. The file is read with the parser that
 * Spring uses, so the positions of values match Spring's.
 */
final class WrittenYaml {

  /**
   * A bound on the recursion, because a node may contain an alias of itself. SnakeYAML has the same
   * limit for nested nodes without aliases.
   */
  private static final int MAX_DEPTH = 50;

  /** Maps a value's position to the plain scalars among the value and the keys above it. */
  private final Map<Location, Set<String>> texts = new HashMap<>();

  private WrittenYaml() {}

  static WrittenYaml read(Resource file) {
    WrittenYaml written = new WrittenYaml();
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(Integer.MAX_VALUE);
    try (Reader reader = new UnicodeReader(file.getInputStream())) {
      for (Node document : new Yaml(options).composeAll(reader)) {
        written.add(document, Set.of(), 0);
      }
    } catch (IOException | YAMLException e) {
      // The file was replaced after Spring had read it. Its present content is not in effect.
    }
    return written;
  }

  private void add(Node node, Set<String> keys, int depth) {
    if (depth > MAX_DEPTH) {
      return;
    }
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        add(tuple.getValueNode(), with(keys, tuple.getKeyNode()), depth + 1);
      }
    } else if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> add(item, keys, depth + 1));
    } else {
      Location start =
          new Location(node.getStartMark().getLine(), node.getStartMark().getColumn());
      texts.computeIfAbsent(start, place -> new TreeSet<>()).addAll(with(keys, node));
    }
  }

  private static Set<String> with(Set<String> texts, Node node) {
    if (!(node instanceof ScalarNode scalar) || !scalar.isPlain()) {
      return texts;
    }
    Set<String> more = new TreeSet<>(texts);
    more.add(scalar.getValue());
    return more;
  }

  /**
   * Returns a plain scalar with an ambiguous type: the value at a position, or one of the keys
   * above the value. Empty if no type is ambiguous.
   */
  Optional<String> ambiguous(Location start) {
    return texts.getOrDefault(start, Set.of()).stream()
        .filter(PlainYaml::isAmbiguous)
        .findFirst();
  }
}
