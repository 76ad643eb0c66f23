package io.mintmark.service;

import java.util.Optional;

/** The version of this release. */
public final class Version {

  /** The version from the build, {@code development} outside of a built jar. */
  public static final String TEXT = Optional.ofNullable(
          Version.class.getPackage().getImplementationVersion())
      .orElse("development");

  private Version() {}
}
