package io.mintmark.config.file;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names that become sequences when they are first asked for. */
public final class AutoCreate {

  private final Pattern names;
  private final Configured configured;

  /**
   * Makes one.
   *
   * @param names a name in which each {@code *} stands for any characters, slashes too, or none
   * @param configured what such a name becomes
   */
  public AutoCreate(String names, Configured configured) {
    this.names = Pattern.compile(Arrays.stream(names.split("\\*+", -1))
        .map(Pattern::quote)
        .collect(Collectors.joining(".*")));
    this.configured = configured;
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
   * Returns what such a name becomes.
   *
   * @return a sequence's settings
   */
  public Configured configured() {
    return configured;
  }
}
