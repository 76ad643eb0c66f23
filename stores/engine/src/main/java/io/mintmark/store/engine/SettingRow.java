package io.mintmark.store.engine;

import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A row of an adapter's table of engine settings that affect durability: the setting to read, its
 * good values, and the possible loss with the others.
 *
 * @param name the engine's name of the setting
 * @param good returns whether the engine loses no acknowledged write with a value
 * @param risk returns the possible loss with any other value, in a few words, for example
 *     {@code the last claims, in a crash}
 */
public record SettingRow(String name, Predicate<String> good, UnaryOperator<String> risk) {

  /**
   * Makes a row of a setting that has some good values.
   *
   * @param name the engine's name of the setting
   * @param good the values with which the engine loses no acknowledged write
   * @param risk the possible loss with all other values
   * @return the row
   */
  public static SettingRow of(String name, Set<String> good, String risk) {
    return new SettingRow(name, good::contains, value -> risk);
  }

  /**
   * Makes a row of a setting with a single bad value.
   *
   * @param name the engine's name of the setting
   * @param bad the value with a possible loss
   * @param risk the possible loss
   * @return the row
   */
  public static SettingRow except(String name, String bad, String risk) {
    return new SettingRow(name, value -> !value.equals(bad), value -> risk);
  }
}
