package io.mintmark.config;

import java.util.Set;

/**
 * A generator as the configuration has it.
 *
 * @param settings what it makes and how
 * @param ignored Redis commands that are answered as Redis would and change nothing, upper case
 * @param place where it is configured, for messages
 */
public record Configured(GeneratorSettings settings, Set<String> ignored, String place) {

  /** The Redis commands that can be ignored: their answer is known without doing anything. */
  public static final Set<String> CAN_BE_IGNORED =
      Set.of("DEL", "EXPIRE", "GETSET", "PEXPIRE", "SET", "UNLINK");

  /**
   * Keeps an unmodifiable copy.
   *
   * @param settings what it makes and how
   * @param ignored Redis commands that are answered and change nothing, upper case
   * @param place where it is configured
   */
  public Configured {
    ignored = Set.copyOf(ignored);
  }
}
