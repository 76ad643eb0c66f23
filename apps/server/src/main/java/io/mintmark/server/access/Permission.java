package io.mintmark.server.access;

/** Who may make a call. Every call of every protocol has one of these. */
public enum Permission {
  /** Anybody, with a token or without. */
  NONE("nothing"),
  /** Anybody; a caller with a token is told more. */
  NONE_OR_TOKEN("nothing"),
  /** Any token. */
  ANY_TOKEN("whichever scope"),
  /** A token with the scope next, for the generators that the call names: it makes ids. */
  NEXT("the scope next"),
  /** A token with the scope read, for the generators that the call names. */
  READ_GENERATOR("the scope read"),
  /** A token with the scope read, for whichever generators. */
  READ("the scope read"),
  /** A token with the scope read, for all generators: lines and metrics belong to no single one. */
  READ_ALL("the scope read, for all generators"),
  /** A token with the scope claim: it writes on lines. */
  CLAIM("the scope claim"),
  /** A token with the scope admin: the call may make positions come again. */
  ADMIN("the scope admin");

  private final String rule;

  Permission(String rule) {
    this.rule = rule;
  }

  /** Tells whether a call is about generators, which it names. */
  public boolean isForGenerators() {
    return this == NEXT || this == READ_GENERATOR;
  }

  /** Tells whether anybody may make a call. */
  public boolean isNone() {
    return this == NONE || this == NONE_OR_TOKEN;
  }

  /** Tells whether a token is good enough, whatever the call is about. */
  boolean isMetBy(Token token) {
    return switch (this) {
      case NONE, NONE_OR_TOKEN, ANY_TOKEN -> true;
      case NEXT -> token.has(Scope.NEXT);
      case READ_GENERATOR, READ -> token.has(Scope.READ);
      case READ_ALL -> token.has(Scope.READ) && token.isForAll();
      case CLAIM -> token.has(Scope.CLAIM);
      case ADMIN -> token.has(Scope.ADMIN);
    };
  }

  /** What a token has to have, for a message. */
  String rule() {
    return rule;
  }
}
