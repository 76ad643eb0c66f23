package io.mintmark;

import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.store.ClaimStore;

/** Gives tests and Mintmark's own modules operations that the public types do not offer. */
final class InternalAccess extends MintmarkAccess {

  @Override
  protected ClaimStore store(Object mintmark) {
    return ((Mintmark) mintmark).store();
  }

  @Override
  protected void environment(Object builder, Surroundings environment) {
    ((MintmarkBuilder) builder).environment(environment);
  }
}
