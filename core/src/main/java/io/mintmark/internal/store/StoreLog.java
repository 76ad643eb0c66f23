package io.mintmark.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * Where stores' warnings go, as those of {@link io.mintmark.store.Durability} do, on which this
 * package builds. The JDK takes half as long to find its logging as to start an empty program, so
 * that is looked for when there is something to say.
 */
public final class StoreLog {

  private StoreLog() {}

  /**
   * Warns of something.
   *
   * @param format a text as {@link java.text.MessageFormat} has it
   * @param values what stands for {@code {0}}, {@code {1}} and so on
   */
  public static void warn(String format, @Nullable Object... values) {
    System.getLogger("io.mintmark.store").log(System.Logger.Level.WARNING, format, values);
  }
}
