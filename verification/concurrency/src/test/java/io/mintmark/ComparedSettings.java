package io.mintmark;

import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import java.util.List;

/** Settings of a name, as generators compare them with those of the store. */
public final class ComparedSettings {

  private static final String NAME = "users";

  /** The line of the fingerprint. */
  public static final String LINE = SpecLine.of(NAME);

  private ComparedSettings() {}

  /**
   * Compares settings before anything is claimed.
   *
   * @param store has the lines
   * @param worker the line of a worker number
   * @return the same lines
   */
  public static ClaimStore on(ClaimStore store, String settings, String worker, Context context) {
    SpecCheck check = new SpecCheck(
        new MovableStore(store),
        List.of(Spec.ofName(NAME, settings, List::of)),
        new SpecNotes(store, Runnable::run),
        context);
    return new AgreedLines(store, check, List.of(worker));
  }
}
