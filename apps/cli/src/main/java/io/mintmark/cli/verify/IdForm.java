package io.mintmark.cli.verify;

/** The forms of id that a line's text is read as. */
public enum IdForm {
  /** A decimal number within a signed 64-bit one, without leading zeros. */
  NUMBER(0, "number"),
  /** 24 hex digits. */
  OBJECT_ID(1, "objectid"),
  /** 32 hex digits in the five groups of a UUID. */
  UUID(2, "uuid"),
  /** Anything else, compared byte by byte. */
  TEXT(3, "text");

  private final byte code;
  private final String label;

  IdForm(int code, String label) {
    this.code = (byte) code;
    this.label = label;
  }

  /** The byte that stands for it at the start of a key. */
  byte code() {
    return code;
  }

  static IdForm of(byte code) {
    return switch (code) {
      case 0 -> NUMBER;
      case 1 -> OBJECT_ID;
      case 2 -> UUID;
      default -> TEXT;
    };
  }

  /** Returns the name to show. */
  public String label() {
    return label;
  }
}
