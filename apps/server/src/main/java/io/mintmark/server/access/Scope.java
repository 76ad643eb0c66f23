package io.mintmark.server.access;

import io.mintmark.config.SettingType;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The rights that a token can have. */
public enum Scope {
  /** Making ids. */
  NEXT,
  /** Reading generators, ids, and lines (the counters of the store). */
  READ,
  /** Claiming on lines, as stores of the URL {@code mintmark://} do. Includes reading. */
  CLAIM,
  /** Everything, Mintmark's own lines included. */
  ADMIN;

  /** The form of scopes in configurations and commands. */
  public static final SettingType<Scope> TYPE = SettingType.words(List.of(values()));

  /** The scope's word. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** This scope and the scopes that it includes. */
  Set<Scope> all() {
    return switch (this) {
      case NEXT, READ -> EnumSet.of(this);
      case CLAIM -> EnumSet.of(CLAIM, READ);
      case ADMIN -> EnumSet.allOf(Scope.class);
    };
  }
}
