package io.mintmark.key;

import io.mintmark.internal.key.FormatAccess;
import io.mintmark.internal.key.FormatFault;
import io.mintmark.internal.key.KeyExplanation;
import io.mintmark.internal.key.KeyField;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gives Mintmark's own modules operations that {@link KeyFormat} does not offer to users. */
final class InternalFormatAccess extends FormatAccess {

  @Override
  public List<FormatFault> faults(String text) {
    return KeyFormat.faults(text);
  }

  @Override
  public List<KeyField> fields(Object format) {
    return ((KeyFormat) format).fields();
  }

  @Override
  public Optional<String> typingFault(Object format, CharSequence text) {
    return ((KeyFormat) format).typingFault(text);
  }

  @Override
  public KeyExplanation explain(
      Object format, ZoneId zone, Map<Integer, ?> layouts, long start, Instant now) {
    Map<Integer, Shards> shards = new TreeMap<>();
    layouts.forEach((version, each) -> shards.put(version, (Shards) each));
    return FormatExplainer.explain((KeyFormat) format, zone, shards, start, now);
  }
}
