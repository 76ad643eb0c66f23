package io.mintmark.service;

import io.mintmark.config.Configured;
import io.mintmark.error.ClockAheadException;
import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.NoIdleWorkerException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreRefusedException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.generator.Supply;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.sequence.Sequence;
import java.lang.System.Logger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** A generator that clients use over the network. */
final class NamedGenerator {

  private static final Logger LOG = System.getLogger(NamedGenerator.class.getName());

  /**
   * The length of the longest number. Numbers are never negative. A generator that is created at
   * the first use of its name is a sequence, so its ids are numbers.
   */
  static final int LONGEST_NUMBER = Long.toString(Long.MAX_VALUE).length();

  /** The longest other id without a prefix, a UUID. */
  private static final int LONGEST_TEXT = 36;

  /** The longest id with a prefix: a UUID after the longest prefix, and a check digit. */
  private static final int LONGEST_WITH_PREFIX = 101;

  private static final Set<Class<?>> LASTING = Set.of(
      NoIdleWorkerException.class,
      ExhaustedException.class,
      TickExhaustedException.class,
      ClockBehindException.class,
      ClockAheadException.class,
      SettingsMismatchException.class,
      SettingsDamagedException.class,
      StoreRefusedException.class);

  private final Generator generator;
  private final Configured configured;
  private final boolean strict;

  /**
   * The last id drawn, a Long or a String. A number is converted to text only on request. Written
   * without a full fence, because each call for ids writes it.
   */
  private final AtomicReference<Object> last = new AtomicReference<>();

  /** The record of failed calls. */
  final LastingFailure callFailure;

  // This field and the next ones are written by the one thread that measures all names regularly.
  private long lookedNanos;
  private long unusedSinceNanos;

  /** The number of ids at the last measurement; -1 before the first. */
  private long madeBefore = -1;

  private volatile double perSecond;

  NamedGenerator(Generator generator, Configured configured, ServiceClocks clocks) {
    this.callFailure = new LastingFailure(
        LOG,
        "a generator cannot make an id: name=" + generator.name() + ": {0}",
        "a generator makes ids again: name=" + generator.name() + ", failedForMs={0}",
        clocks);
    this.generator = generator;
    this.configured = configured;
    Generator plain = generator instanceof PrefixedIds prefixed ? prefixed.ids() : generator;
    this.strict = plain instanceof Sequence sequence
        ? sequence.isStrict()
        : plain instanceof KeyGenerator keys && keys.format().workers() == 0;
  }

  Generator generator() {
    return generator;
  }

  /**
   * Records the failure of a call for one id, if its cause is lasting: the next such call also
   * fails, although the store works.
   */
  void failed(Throwable cause) {
    if (LASTING.contains(cause.getClass())) {
      callFailure.failed((MintmarkException) cause);
    }
  }

  /**
   * Returns the known reason why the next call fails. While claimed positions are left, only a
   * failure of the clock stops a call.
   */
  Optional<RuntimeException> nextFailure() {
    return callFailure
        .cause()
        .filter(cause -> !hasClaimed()
            || cause instanceof ClockBehindException
            || cause instanceof ClockAheadException);
  }

  /**
   * Returns whether the next call needs the store, or may fail for the same reason as the last
   * call.
   */
  boolean mayFail() {
    boolean claims = strict || generator.supply().isPresent();
    return callFailure.cause().isPresent() || (claims && !hasClaimed());
  }

  private boolean hasClaimed() {
    return !strict && generator.supply().filter(supply -> supply.left() > 0).isPresent();
  }

  /**
   * Returns whether the clock is too far behind: some claimed ids have not expired, but none can be
   * handed out.
   */
  boolean isBehind() {
    return generator
        .supply()
        .filter(supply -> supply.left() == 0)
        .flatMap(Supply::lapsesIn)
        .filter(lapsesIn -> !lapsesIn.isZero())
        .isPresent();
  }

  /** Returns the length that no id exceeds as a string of JSON, where quotes have escapes. */
  int longestId() {
    if (generator instanceof KeyGenerator keys) {
      return 2 * keys.format().length();
    }
    return generator instanceof LongGenerator
        ? LONGEST_NUMBER
        : generator instanceof PrefixedIds ? LONGEST_WITH_PREFIX : LONGEST_TEXT;
  }

  /**
   * Measures the ids made since the last call. The first call only starts the measurement.
   * Measuring from outside adds no work to a call for ids.
   */
  void measure(long nowNanos) {
    long madeNow = generator.made();
    if (madeNow != madeBefore) {
      unusedSinceNanos = nowNanos;
    }
    if (madeBefore >= 0 && nowNanos - lookedNanos > 0) {
      perSecond = (madeNow - madeBefore) * 1e9 / (nowNanos - lookedNanos);
    }
    lookedNanos = nowNanos;
    madeBefore = madeNow;
  }

  /** Returns whether {@link #measure} has found no new id for the given time. */
  boolean isIdle(long idleNanos) {
    return lookedNanos - unusedSinceNanos >= idleNanos;
  }

  GeneratorStatus generatorStatus() {
    return GeneratorStatus.of(generator, generator.made(), perSecond);
  }

  Optional<String> last() {
    return Optional.ofNullable(last.get()).map(Object::toString);
  }

  /** Records a call that succeeded, and its last id. */
  private <T> T noted(T result, Object lastId) {
    last.setRelease(lastId);
    callFailure.succeeded();
    return result;
  }

  CompletableFuture<List<String>> nextTexts(int count, KeyRequest request) {
    if (generator instanceof KeyGenerator keys) {
      return keys.nextBatchForAsync(request, count)
          .thenApply(ids -> noted(ids, ids.get(count - 1)));
    }
    if (!request.equals(KeyRequest.PLAIN)) {
      throw refused("a route or variables are given, but this generator makes no keys");
    }
    return generator.nextTextBatchAsync(count).thenApply(ids -> noted(ids, ids.get(count - 1)));
  }

  CompletableFuture<Long> nextNumber() {
    if (!(generator instanceof LongGenerator numbers)) {
      throw refused("INCR works for numbers only; use MINT.NEXT");
    }
    return numbers.nextBatchAsync(1).thenApply(drawn -> {
      Long number = drawn[0];
      return noted(number, number);
    });
  }

  CompletableFuture<Long> reserve(long count) {
    if (!(generator instanceof Sequence sequence)) {
      throw refused("INCRBY by more than 1 works for sequences only");
    }
    return sequence.reserveAsync(count).thenApply(range -> noted(range.last(), range.last()));
  }

  private IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException(Message.of(
        "{}: name={}, kind={}; no id issued", reason, generator.name(), generator.kind()));
  }

  ServedGenerator describe() {
    Description description = generator.describe();
    Map<String, String> facts = new LinkedHashMap<>(configured.settings().notes());
    facts.putAll(description.facts());
    return new ServedGenerator(
        new Description(description.name(), description.kind(), facts, description.warnings()),
        generator.made(),
        last());
  }
}
