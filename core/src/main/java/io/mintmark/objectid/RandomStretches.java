package io.mintmark.objectid;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import java.time.Duration;

/**
 * Chooses the random values of the stretches of an {@link ProcessObjectIds}, whose class comment
 * explains eras, families and members.
 */
final class RandomStretches extends ObjectIdLine {

  private static final int MEMBERS = 256;
  private static final long TOLERANCE_MS = Duration.ofMinutes(1).toMillis();

  private boolean begun;
  private long family;
  private int member;
  private long second;

  RandomStretches(String name, IdLayout layout, Context context, Pace pace, int limit) {
    super(name, layout, IdOrder.THREAD, TOLERANCE_MS, context, pace, limit);
  }

  /**
   * {@inheritDoc} In an era, the pair (second, member) only grows. If it cannot grow, a new era
   * begins.
   */
  @Override
  Stretch next(long now) {
    if (begun && now > second) {
      member = 0;
    } else if (begun && now == second && member + 1 < MEMBERS) {
      member++;
    } else {
      family = Integer.toUnsignedLong(UniqueRandoms.next()) << 8 | UniqueRandoms.bits(8);
      member = 0;
      begun = true;
    }
    second = now;
    // The random values of a family differ only in their lowest byte, which counts up from a random
    // start.
    return new Stretch(now, ((family & ~0xffL) | ((family + member) & 0xff)) << 24);
  }

  @Override
  public void forget() {
    super.forget();
    begun = false;
    UniqueRandoms.forget();
  }
}
