package io.mintmark.store.etcd;

import io.etcd.jetcd.ByteSequence;
import java.nio.charset.StandardCharsets;

/**
 * The keys of a store's lines (counters) in etcd. Each key has exactly one at sign, after the
 * prefix: no prefix and no line's name contains one. So the keys of two stores are disjoint, even
 * if one store's prefix starts with the other's.
 */
record EtcdKeys(String base) {

  static final String DEFAULT_PREFIX = "/mintmark";
  static final int MAX_PREFIX_LENGTH = 200;

  static EtcdKeys below(String prefix) {
    return new EtcdKeys(prefix + "/@lines/");
  }

  ByteSequence key(String line) {
    return bytes(base + line);
  }

  String line(ByteSequence key) {
    return key.toString(StandardCharsets.UTF_8).substring(base.length());
  }

  static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }
}
