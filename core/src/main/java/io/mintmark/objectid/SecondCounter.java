package io.mintmark.objectid;

import io.mintmark.internal.line.ThreadSlices;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counter's values of one second under one random value. Each value is handed out once, and
 * {@link #retire} ends that permanently. {@link ObjectIdGenerator} argues why no two objects of
 * this class share second and random value.
 */
final class SecondCounter {

  /** The number of values of the counter's 24 bits. */
  static final int CAPACITY = 1 << 24;

  private static final AtomicLong SERIALS = new AtomicLong(1);

  /** A counter that never has a value to hand out. */
  static final SecondCounter EMPTY = new SecondCounter(0, 0, 0, 0, 0);

  private static final int MEMBERS = 256;

  /**
   * In the middle of three cache lines, because every thread writes the position and reads the
   * rest.
   */
  private static final int POSITION = 12;

  private final AtomicLongArray cells = new AtomicLongArray(2 * POSITION);

  /** Unique within the process, so that slices of different objects can be distinguished. */
  private final long serial = SERIALS.getAndIncrement();

  private final long seconds;
  private final long family;
  private final int member;
  private final int start;
  private final int limit;
  private final long upper;

  /** How many values were handed out when this was retired; -1 before. */
  private long madeInAll = -1;

  private SecondCounter(long seconds, long family, int member, int start, int limit) {
    this.seconds = seconds;
    this.family = family;
    this.member = member;
    this.start = start;
    this.limit = limit;
    // The members of a family differ in their lowest byte, which counts up from a random one.
    this.upper = ((family & ~0xffL) | ((family + member) & 0xff)) << 24;
  }

  /**
   * Opens an era: a family of random values that this process never used.
   *
   * @param limit how many values to hand out, {@link #CAPACITY} or, in a test, fewer
   */
  static SecondCounter ofNewEra(long seconds, int limit) {
    long family = Integer.toUnsignedLong(UniqueRandoms.next()) << 8 | UniqueRandoms.bits(8);
    return new SecondCounter(seconds, family, 0, UniqueRandoms.bits(24), limit);
  }

  /** Retires this and continues in a later second, with the counter's next value. */
  SecondCounter later(long laterSeconds) {
    return new SecondCounter(laterSeconds, family, 0, retire(), limit);
  }

  /** Retires this and continues in the same second under another random value. */
  SecondCounter another() {
    int next = retire();
    return member + 1 < MEMBERS
        ? new SecondCounter(seconds, family, member + 1, next, limit)
        : ofNewEra(seconds, limit);
  }

  /**
   * Takes numbers for the caller alone.
   *
   * @return the first number; the caller may use only the numbers that {@link #has} accepts
   */
  long take(int count) {
    return cells.getAndAdd(POSITION, count);
  }

  boolean has(long number) {
    return number < limit;
  }

  /** How many of the taken numbers the caller may use. */
  int countFrom(long number, int wanted) {
    return (int) Math.max(0, Math.min(wanted, limit - number));
  }

  /**
   * Takes a slice for a thread. Its first number is already used.
   *
   * @param slice the thread's slice, which is empty
   * @return the first number; less than 0 if none is left
   */
  long takeSlice(ThreadSlices slices, long[] slice) {
    long size = slices.size(slice, serial);
    long number = take((int) size);
    long count = Math.min(size, limit - number);
    if (count <= 0) {
      return -1;
    }
    ThreadSlices.fill(slice, 0, number, count);
    return number;
  }

  long serial() {
    return serial;
  }

  ObjectId id(long number) {
    return new ObjectId((int) seconds, low(number));
  }

  /** Writes the bytes of {@link #id}, without creating the object. */
  void put(long number, byte[] into, int at) {
    ObjectId.put((int) seconds, low(number), into, at);
  }

  /** Returns the text of {@link #id}, without creating the object. */
  String hex(long number) {
    return ObjectId.hex((int) seconds, low(number));
  }

  private long low(long number) {
    return upper | ((start + number) & (CAPACITY - 1));
  }

  /**
   * Retires this: callers that still hold it get no more numbers from it. Called under the
   * generator's lock.
   *
   * @return the counter's next value
   */
  int retire() {
    long passed = take(CAPACITY);
    madeInAll = Math.min(passed, limit);
    return (int) (start + passed) & (CAPACITY - 1);
  }

  /** How many values were handed out. Called under the generator's lock. */
  long made() {
    return madeInAll < 0 ? Math.min(position(), limit) : madeInAll;
  }

  /** Returns a number that changes whenever a caller takes numbers. */
  long position() {
    return cells.get(POSITION);
  }

  long seconds() {
    return seconds;
  }
}
