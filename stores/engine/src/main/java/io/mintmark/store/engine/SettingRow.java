package io.mintmark.store.engine;

import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A setting of an engine that bears on keeping what it acknowledged, as an adapter lists it: one
 * row says what is read, and what a value risks.
 *
 * @param name as the engine calls it
 * @param good whether nothing is lost by a value
 * @param risk what else could be lost, in a few words, for example {@code the last claims, in a
 *     crash}
 */
public record SettingRow(String name, Predicate<String> good, UnaryOperator<String> risk) {

  /**
   * Makes a row of a setting that has some good values.
   *
   * @param name as the engine calls it
   * @param good the values by which nothing is lost
   * @param risk what could be lost by all others
   * @return the row
   */
  public static SettingRow of(String name, Set<String> good, String risk) {
    return new SettingRow(name, good::contains, value -> risk);
  }

  /**
   * Makes a row of a setting that has one bad value.
   *
   * @param name as the engine calls it
   * @param bad the value by which something could be lost
   * @param risk what
   * @return the row
   */
  public static SettingRow except(String name, String bad, String risk) {
    return new SettingRow(name, value -> !value.equals(bad), value -> risk);
  }
}
