package io.mintmark.cli;

import io.mintmark.cli.ids.Severity;

/** Colours for a screen, or no colours. */
record TextStyle(boolean colour) {

  /** Colours for adjacent fields in turn. All are readable on black and on white. */
  private static final int[] FIELDS = {36, 33, 35, 32, 34, 31};

  String bold(String text) {
    return escaped(1, text);
  }

  String dim(String text) {
    return escaped(2, text);
  }

  String warning(String text) {
    return escaped(33, text);
  }

  String error(String text) {
    return escaped(31, text);
  }

  /** Returns a mark of four characters. */
  String mark(Severity severity) {
    return switch (severity) {
      case OK -> escaped(32, "ok  ");
      case WARN -> warning("warn");
      case FAIL -> error("fail");
    };
  }

  /** Colours the text of a field with this index. */
  String field(int index, String text) {
    return escaped(FIELDS[index % FIELDS.length], text);
  }

  private String escaped(int code, String text) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
