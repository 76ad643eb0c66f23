package io.mintmark.server.access;

import java.util.Arrays;
import java.util.Optional;

/** The right that a call requires. Every call of every protocol requires one of these. */
public enum Permission {
  /** None: every caller, with a token or without. */
  NONE,
  /** None: every caller. A caller with a token gets more information. */
  NONE_OR_TOKEN,
  /** Any token. */
  ANY_TOKEN,
  /** A token with the scope next, for the generators that the call names. The call makes ids. */
  NEXT(Scope.NEXT),
  /** A token with the scope read, for the generators that the call names. */
  READ_GENERATOR(Scope.READ),
  /** A token with the scope read, for any generators. */
  READ(Scope.READ),
  /**
   * A token with the scope read, for all generators: lines (counters of the store) and metrics do
   * not belong to a single generator.
   */
  READ_ALL(Scope.READ),
  /** A token with the scope claim. The call writes to lines. */
  CLAIM(Scope.CLAIM),
  /** A token with the scope admin. The call may repeat positions. */
  ADMIN(Scope.ADMIN);

  /** The scope that the token needs; empty if any token suffices, or none is needed. */
  public final Optional<Scope> scope;

  Permission(Scope... scope) {
    this.scope = Arrays.stream(scope).findFirst();
  }

  /** The right that an insufficient token lacks, for a message. */
  String lacking() {
    String word = scope.map(Scope::word).orElse("");
    return "the scope " + word + (this == READ_ALL ? ", for all generators" : "");
  }
}
