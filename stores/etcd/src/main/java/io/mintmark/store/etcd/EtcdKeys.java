package io.mintmark.store.etcd;

import io.etcd.jetcd.ByteSequence;
import java.nio.charset.StandardCharsets;

/**
 * Where a store's keys are. No prefix and no line has an at sign in it, so no key of one store is a
 * key of another, not even where the one's prefix starts with the other's.
 */
record EtcdKeys(String base) {

  /** Above every character of a line's name. */
  private static final String AFTER_NAMES = "{";

  static EtcdKeys below(String prefix) {
    return new EtcdKeys(prefix + "/@lines/");
  }

  ByteSequence key(String line) {
    return bytes(base + line);
  }

  /** Where lines with a prefix end, exclusive. */
  ByteSequence end(String prefix) {
    return bytes(base + prefix + AFTER_NAMES);
  }

  /** The first name that can follow a line's. */
  ByteSequence after(String line) {
    return bytes(base + line + "\0");
  }

  String line(ByteSequence key) {
    return key.toString(StandardCharsets.UTF_8).substring(base.length());
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }
}
