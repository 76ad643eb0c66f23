package io.mintmark.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A part of the file that another module reads.
 *
 * @param settings values by key; the keys in a nested mapping contain a dot
 * @param place returns the text with which messages name a key; for an empty key, the section
 */
public record Section(Map<String, String> settings, UnaryOperator<String> place) {

  /** The section for a part that the file does not contain. */
  public static final Section NONE = new Section(Map.of(), key -> key);

  /**
   * Keeps a copy.
   *
   * @param settings values by key
   * @param place returns the text with which messages name a key
   */
  public Section {
    settings = new TreeMap<>(settings);
  }

  /**
   * Reads a YAML file of named sections.
   *
   * @param file the file's path
   * @return its sections by name, in the file's order
   * @throws io.mintmark.error.ConfigurationException if the file cannot be read or does not consist
   *     of sections; the message states the file, line and key of every fault
   */
  public static Map<String, Section> readAll(Path file) {
    return ConfigFile.readSections(file);
  }
}
