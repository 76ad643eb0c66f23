package io.mintmark.snowflake;

import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.LocalLine;
import io.mintmark.internal.line.TimedLines;
import io.mintmark.store.ClaimStore;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A Snowflake generator without a store, on a worker number that its settings give to this process
 * alone: {@link SnowflakeBuilder#worker(long)} is required. Thread-safe.
 *
 * <p>Its ids are unique as long as no other process uses that number, and, unless there is a {@link
 * SnowflakeBuilder#stateFile(java.nio.file.Path) state file}, as long as the clock after a restart
 * is not behind that of the last run. Unlike the generators of a {@link io.mintmark.Mintmark},
 * which are shared and end with it, this one belongs to the caller, who closes it.
 *
 * <pre>{@code
 * try (StandaloneSnowflake ids = StandaloneSnowflake.open("users", s -> s.worker(7))) {
 *   long id = ids.next();
 * }
 * }</pre>
 */
public final class StandaloneSnowflake extends SnowflakeGenerator implements AutoCloseable {

  private final LocalLine line;

  /** Where the line is: a state file, or this process's memory. */
  private final ClaimStore state;

  StandaloneSnowflake(
      String name,
      SnowflakeLayout layout,
      TimedLines lines,
      String worker,
      LocalLine line,
      ClaimStore state,
      InstantSource clock) {
    super(name, layout, Optional.empty(), lines, worker, line, clock);
    this.line = line;
    this.state = state;
  }

  /**
   * Makes one.
   *
   * @param name for messages and {@link #describe}
   * @param settings sets the worker number, and what else shall differ from the defaults
   * @return a generator, which the caller closes
   * @throws io.mintmark.error.ConfigurationException with every fault in the settings
   * @throws io.mintmark.error.StoreUnavailableException if the state file is in use or cannot be
   *     read
   * @throws io.mintmark.error.SpecMismatchException if the state file was used with other settings
   */
  public static StandaloneSnowflake open(String name, Consumer<SnowflakeBuilder> settings) {
    return open(name, Context.local(), settings);
  }

  static StandaloneSnowflake open(
      String name, Context context, Consumer<SnowflakeBuilder> settings) {
    Objects.requireNonNull(name, "name");
    SnowflakeBuilder builder = new SnowflakeBuilder();
    Objects.requireNonNull(settings, "settings").accept(builder);
    return builder.settings().makeStandalone(name, context);
  }

  /** Refuses every later call, and releases the state file. Idempotent. */
  @Override
  public void close() {
    line.close();
    state.close();
  }
}
