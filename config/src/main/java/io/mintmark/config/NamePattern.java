package io.mintmark.config;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of generators by a text in which each star stands for any characters or none. */
public final class NamePattern {

  /** What fits every name. */
  public static final NamePattern ANY = new NamePattern("*");

  private final String text;
  private final Pattern names;

  /**
   * Makes one.
   *
   * @param text a name in which each {@code *} stands for any characters, slashes too, or none
   */
  public NamePattern(String text) {
    this.text = text;
    this.names = Pattern.compile(Arrays.stream(text.split("\\*+", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*")));
  }

  /**
   * Tells whether a name is one of these.
   *
   * @param name any name
   * @return whether the pattern fits
   */
  public boolean matches(String name) {
    return names.matcher(name).matches();
  }

  /**
   * Tells whether every name is one of these.
   *
   * @return whether there is nothing in it but stars
   */
  public boolean isAny() {
    return text.matches("\\*+");
  }

  /** Returns the text that it was made of. */
  @Override
  public String toString() {
    return text;
  }
}
