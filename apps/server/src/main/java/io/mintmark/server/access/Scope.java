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
  /** Looking at generators, ids and lines. */
  READ,
  /** Claiming on lines, as stores of the URL {@code mintmark://} do; reading with it. */
  CLAIM,
  /** Seeing and ending connections. */
  OPERATE,
  /** Everything, Mintmark's own lines too. */
  ADMIN;

  /** How configurations and commands name them. */
  public static final SettingType<Scope> TYPE = SettingType.words(List.of(values()));

  /** How it is written. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** This one, and those that it includes. */
  Set<Scope> all() {
    return switch (this) {
      case NEXT, READ, OPERATE -> EnumSet.of(this);
      case CLAIM -> EnumSet.of(CLAIM, READ);
      case ADMIN -> EnumSet.allOf(Scope.class);
    };
  }
}
