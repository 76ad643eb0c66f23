package io.mintmark.cli.ids;

/** The forms of ids that {@code verify} counts separately. */
public enum IdForm {
  /** A decimal number of 64 bits, signed, without leading zeros. */
  NUMBER("number"),
  /** 24 hex digits. */
  OBJECT_ID("objectid"),
  /**
   * 32 hex digits in the five groups of a UUID, or without hyphens and with the version and the
   * variant of one.
   */
  UUID("uuid"),
  /** Anything else. */
  TEXT("text");

  private final String label;

  IdForm(String label) {
    this.label = label;
  }

  static IdForm of(ParsedId id) {
    return switch (id.kind()) {
      case NUMBER -> id.isUpperHalf() ? TEXT : NUMBER;
      case OBJECT_ID -> OBJECT_ID;
      case UUID -> id.isUuid() ? UUID : TEXT;
      default -> TEXT;
    };
  }

  /** Returns the name to show. */
  public String label() {
    return label;
  }
}
