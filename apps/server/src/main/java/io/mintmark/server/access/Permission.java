package io.mintmark.server.access;

import java.util.Optional;

/** Who may make a call. Every call of every protocol has one of these. */
public enum Permission {
  /** Anybody, with a token or without. */
  NONE,
  /** Anybody; a caller with a token is told more. */
  NONE_OR_TOKEN,
  /** Any token. */
  ANY_TOKEN,
  /** A token with the scope next, for the generators that the call names: it makes ids. */
  NEXT(Scope.NEXT),
  /** A token with the scope read, for the generators that the call names. */
  READ_GENERATOR(Scope.READ),
  /** A token with the scope read, whichever generators it is for. */
  READ(Scope.READ),
  /** A token with the scope read, for all generators: lines and metrics belong to no single one. */
  READ_ALL(Scope.READ),
  /** A token with the scope claim: it writes on lines. */
  CLAIM(Scope.CLAIM),
  /** A token with the scope operate: it looks after the server, and sees and ends connections. */
  OPERATE(Scope.OPERATE),
  /** A token with the scope admin: the call may make positions come again. */
  ADMIN(Scope.ADMIN);

  private final Optional<Scope> scope;

  Permission() {
    this.scope = Optional.empty();
  }

  Permission(Scope scope) {
    this.scope = Optional.of(scope);
  }

  /** The scope that a token has to have; empty if any token will do, or none. */
  public Optional<Scope> scope() {
    return scope;
  }

  /** Tells whether a call is about generators, which it names. */
  public boolean isForGenerators() {
    return this == NEXT || this == READ_GENERATOR;
  }

  /** Tells whether the audit log has records of such calls, for which each of them has an id. */
  public boolean isRecorded() {
    return this == CLAIM || this == ADMIN || this == OPERATE;
  }

  /** Tells whether anybody may make a call. */
  public boolean isNone() {
    return this == NONE || this == NONE_OR_TOKEN;
  }

  /** Tells whether a token is good enough, whatever the call is about. */
  boolean isMetBy(Token token) {
    return (scope.isEmpty() || token.has(scope.get())) && (this != READ_ALL || token.isForAll());
  }

  /** What a token lacks that does not meet it, for a message. */
  String lacking() {
    String word = scope.map(Scope::word).orElse("");
    return "the scope " + word + (this == READ_ALL ? ", for all generators" : "");
  }
}
