package io.mintmark.server.access;

/** The right that a caller needs to make a call. Every call of every protocol has one of these. */
public enum RequiredScope {
  /** Nothing: anybody may make it, also without a token. */
  NOTHING("nothing"),
  /** Nothing, but who shows a token is told more. */
  NOTHING_OR_TOKEN("nothing"),
  /** A token, whichever. */
  TOKEN("whichever scope"),
  /** Ids of a generator that the token is for. */
  NEXT("the scope next"),
  /** A look at a generator that the token is for. */
  GENERATOR("the scope read"),
  /** A look at ids. */
  READ("the scope read"),
  /** A look at what belongs to no one generator: lines, and figures of all. */
  LINES("the scope read, for all generators"),
  /** A claim on lines. */
  CLAIM("the scope claim"),
  /** What takes promises back. */
  ADMIN("the scope admin");

  private final String rule;

  RequiredScope(String rule) {
    this.rule = rule;
  }

  /** Tells whether a call is about generators, which it names. */
  public boolean isOfGenerators() {
    return this == NEXT || this == GENERATOR;
  }

  /** Tells whether anybody may make a call. */
  public boolean isNothing() {
    return this == NOTHING || this == NOTHING_OR_TOKEN;
  }

  /** Tells whether a token is good enough, whatever the call is about. */
  boolean isMetBy(Token token) {
    return switch (this) {
      case NOTHING, NOTHING_OR_TOKEN, TOKEN -> true;
      case NEXT -> token.has(Scope.NEXT);
      case GENERATOR, READ -> token.has(Scope.READ);
      case LINES -> token.has(Scope.READ) && token.isForAll();
      case CLAIM -> token.has(Scope.CLAIM);
      case ADMIN -> token.has(Scope.ADMIN);
    };
  }

  /** What a token has to have, for a message. */
  String rule() {
    return rule;
  }
}
