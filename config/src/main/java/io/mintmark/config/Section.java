package io.mintmark.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A part of the file that somebody else understands.
 *
 * @param settings values by their keys, those of a mapping in it with a dot between
 * @param place says where a key stands, for the start of each fault
 */
public record Section(Map<String, String> settings, UnaryOperator<String> place) {

  /** A part that the file does not have. */
  public static final Section NONE = new Section(Map.of(), key -> key);

  /**
   * Keeps a copy.
   *
   * @param settings values by their keys
   * @param place says where a key stands
   */
  public Section {
    settings = new TreeMap<>(settings);
  }

  /**
   * Reads a YAML file of named sections.
   *
   * @param file where it is
   * @return its sections by their names, in the file's order
   * @throws io.mintmark.error.ConfigurationException if it cannot be read or is not made of such;
   *     every fault says file, line and key
   */
  public static Map<String, Section> readAll(Path file) {
    return ConfigFile.readSections(file);
  }
}
