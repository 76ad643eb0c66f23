package io.mintmark.cli.check;

/** The forms that a text can have, told apart by its length and its characters alone. */
enum IdKind {
  NUMBER("decimal numbers of 64 bits"),
  OBJECT_ID("24 hex digits"),
  UUID("UUIDs"),
  ULID("26 Crockford digits"),
  KSUID("27 base62 digits"),
  TSID("13 Crockford digits"),
  TYPE_ID("a prefix and 26 Crockford digits"),
  TEXT("other text");

  private final String title;

  IdKind(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
