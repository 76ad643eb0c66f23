package io.mintmark;

import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.SpecLine;
import java.util.List;

/** Compares the settings of a name with those in the store, as generators do. */
public final class ComparedSettings {

  private static final String NAME = "users";

  /** The line of the settings' fingerprint. */
  public static final String LINE = SpecLine.of(NAME);

  private ComparedSettings() {}

  /**
   * Returns a view of a store that compares settings before the first claim.
   *
   * @param store the store with the lines
   * @param worker the line of a worker number
   * @return a store with the same lines
   */
  public static LineStore on(LineStore store, String settings, String worker, Context context) {
    List<Spec> specs = List.of(Spec.ofName(NAME, settings));
    return new AgreedLines(store, specs, List.of(worker, WindowRules.RESTORED), true, context);
  }
}
