package io.mintmark;

import io.mintmark.generator.Generator;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.LineStore;

/** Gives tests and Mintmark's own modules operations that the public types do not offer. */
final class InternalAccess extends MintmarkAccess {

  @Override
  protected LineStore store(Object mintmark) {
    return ((Mintmark) mintmark).store();
  }

  @Override
  protected Generator open(Object mintmark, String name, Settings<?> settings) {
    return ((Mintmark) mintmark).get(name, Generator.class, settings);
  }

  @Override
  protected void environment(Object builder, Surroundings environment) {
    ((MintmarkBuilder) builder).environment(environment);
  }
}
