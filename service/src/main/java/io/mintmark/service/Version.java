package io.mintmark.service;

import java.util.Optional;

/** Which release this is. */
public final class Version {

  /** As the build has it, {@code development} outside of a built jar. */
  public static final String TEXT = Optional.ofNullable(
          Version.class.getPackage().getImplementationVersion())
      .orElse("development");

  private Version() {}
}
