package io.mintmark.internal.access;

import io.mintmark.store.ClaimStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a Mintmark and its builder do for Mintmark's own modules alone. Implemented in {@code
 * io.mintmark}, which this package must not depend on, so the parameters have no closer type.
 */
public abstract class MintmarkAccess {

  private static volatile @Nullable MintmarkAccess granted;

  /** For {@code io.mintmark}. */
  protected MintmarkAccess() {}

  /**
   * Sets the implementation.
   *
   * @param access the implementation
   */
  public static void grant(MintmarkAccess access) {
    granted = access;
  }

  /** A builder or a Mintmark exists, so its class is initialised and has granted the access. */
  static MintmarkAccess granted() {
    return Objects.requireNonNull(granted, "granted");
  }

  /**
   * Returns the store of a Mintmark, which tools read and change, and never close.
   *
   * @param mintmark an {@code io.mintmark.Mintmark}
   * @return its store
   */
  public static ClaimStore storeOf(Object mintmark) {
    return granted().store(mintmark);
  }

  /**
   * Returns the store of a Mintmark.
   *
   * @param mintmark an {@code io.mintmark.Mintmark}
   * @return its store
   */
  protected abstract ClaimStore store(Object mintmark);

  /**
   * Sets the environment of a builder.
   *
   * @param builder an {@code io.mintmark.MintmarkBuilder}
   * @param environment its clocks, threads and random numbers
   */
  protected abstract void environment(Object builder, Surroundings environment);
}
