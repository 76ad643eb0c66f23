package io.mintmark.store.redis;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import io.mintmark.time.ElapsedClock;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Claims by one HINCRBY, which takes the server a tenth of the time of a script.
 *
 * <p>It adds and answers where the line stands then, so that no two claims can have a position in
 * common, whether scripts or such commands made them. Where the sum would overflow, or the field is
 * no number, it does nothing and says so; then {@link Script#CLAIM} is asked, which finds out why.
 * A number below 0, which only somebody else can have written, is counted up by the claim that is
 * refused for it; after that a script is asked, which takes one of 0 or more for the line's.
 *
 * <p>It cannot raise a line to a floor, so a claim with one is always a script's. It does not say
 * when the line moved, so a script does that once a second: a line is claimed from quickly only for
 * a second after a script has written its time, and while no write of it fails.
 *
 * <p>Thread-safe.
 */
final class QuickClaims {

  /** How old a line's time may be. */
  static final long STAMP_NANOS = 1_000_000_000;

  /** The eldest are forgotten: a script is asked for them. */
  static final int MAX_LINES = 10_000;

  private final ElapsedClock clock;
  private final Map<String, Long> stamped = new LinkedHashMap<>() {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > MAX_LINES;
    }
  };

  QuickClaims(ElapsedClock clock) {
    this.clock = clock;
  }

  /** Whether a script has written a line's time so lately that its next claim can go without. */
  synchronized boolean isStamped(String line) {
    Long at = stamped.get(line);
    return at != null && clock.nanos() - at < STAMP_NANOS;
  }

  /** A script has written a line's time. */
  synchronized void stamp(String line) {
    stamped.put(line, clock.nanos());
  }

  /** A line may have another time now, or none. */
  synchronized void forget(String line) {
    stamped.remove(line);
  }

  /** Makes the command, which answers the claim's first position. */
  static RedisCommand<String, String, String> command(String key, long count) {
    return new Command<>(
        CommandType.HINCRBY,
        new Start(count),
        new CommandArgs<>(StringCodec.UTF8).addKey(key).add("next").add(count));
  }

  /** Reads where a line stands, as the text of where it stood before. */
  private static final class Start extends ValueOutput<String, String> {

    private final long count;

    Start(long count) {
      super(StringCodec.UTF8);
      this.count = count;
    }

    @Override
    public void set(long next) {
      output = Long.toString(next - count);
    }
  }
}
