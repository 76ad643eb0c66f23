package io.mintmark.config;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A pattern of generator names. Each star matches any number of characters. */
public final class NamePattern {

  /** The pattern that matches every name. */
  public static final NamePattern ANY = new NamePattern("*");

  private final String text;
  private final Pattern names;

  /**
   * Makes a pattern.
   *
   * @param text a name in which each {@code *} matches any number of characters, including slashes
   */
  public NamePattern(String text) {
    this.text = text;
    this.names = Pattern.compile(Arrays.stream(text.split("\\*+", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*")));
  }

  /**
   * Returns whether the pattern matches a name.
   *
   * @param name any name
   * @return whether the whole name matches
   */
  public boolean matches(String name) {
    return names.matcher(name).matches();
  }

  /**
   * Returns whether the pattern matches every name.
   *
   * @return whether it consists of stars only
   */
  public boolean isAny() {
    return text.matches("\\*+");
  }

  /** Returns the pattern's text. */
  @Override
  public String toString() {
    return text;
  }
}
