package io.mintmark.uuid;

import io.mintmark.internal.line.Context;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** UUIDs with a manual clock. */
abstract class ManualUuids {

  static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

  final ManualTime time = new ManualTime(START);
  final Context manual = new Context(
      time.wall(),
      time.elapsed(),
      false,
      Runnable::run,
      Duration.ofSeconds(5),
      () -> new SplittableRandom(1));
}
