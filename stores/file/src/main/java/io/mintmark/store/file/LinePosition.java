package io.mintmark.store.file;

/** Where a line stands: in the file, and with the calls of the batch under way. */
final class LinePosition {

  final String line;
  long committed;
  long next;

  LinePosition(String line, long committed) {
    this.line = line;
    this.committed = committed;
    this.next = committed;
  }
}
