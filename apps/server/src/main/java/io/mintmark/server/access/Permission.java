package io.mintmark.server.access;

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

  private final Optional<Scope> scope;

  Permission() {
    this.scope = Optional.empty();
  }

  Permission(Scope scope) {
    this.scope = Optional.of(scope);
  }

  /** The scope that the token needs; empty if any token suffices, or none is needed. */
  public Optional<Scope> scope() {
    return scope;
  }

  /** Returns whether a call names generators. */
  public boolean isForGenerators() {
    return this == NEXT || this == READ_GENERATOR;
  }

  /** Returns whether the audit log records such calls. Each recorded call has a request id. */
  public boolean isRecorded() {
    return this == CLAIM || this == ADMIN;
  }

  /** Returns whether a call needs no token. */
  public boolean isNone() {
    return this == NONE || this == NONE_OR_TOKEN;
  }

  /**
   * Returns whether a token has the right, apart from the generators and lines that the call names.
   */
  boolean isMetBy(Token token) {
    return (scope.isEmpty() || token.has(scope.get())) && (this != READ_ALL || token.isForAll());
  }

  /** The right that an insufficient token lacks, for a message. */
  String lacking() {
    String word = scope.map(Scope::word).orElse("");
    return "the scope " + word + (this == READ_ALL ? ", for all generators" : "");
  }
}
