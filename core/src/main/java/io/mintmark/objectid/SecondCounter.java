package io.mintmark.objectid;

import io.mintmark.internal.line.ThreadSlices;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Hands out the values of the ObjectId counter for one second and one random value. Each value is
 * handed out once. After {@link #retire}, no value is handed out. The class comment of {@link
 * ObjectIdGenerator} explains eras, families and members, and why no two objects of this class have
 * the same second and the same random value.
 */
final class SecondCounter {

  /** The number of values of a counter with 24 bits. */
  static final int CAPACITY = 1 << 24;

  private static final AtomicLong SERIALS = new AtomicLong(1);

  /** A counter without values. */
  static final SecondCounter EMPTY = new SecondCounter(0, 0, 0, 0, 0);

  private static final int MEMBERS = 256;

  /**
   * The index in {@code cells} of the position, that is, of the count of numbers taken. The unused
   * elements around it keep the position, which every thread writes, off the cache lines of the
   * fields that threads only read.
   */
  private static final int POSITION = 12;

  private final AtomicLongArray cells = new AtomicLongArray(2 * POSITION);

  /**
   * A number that no other object in this process has. It shows from which object a slice was
   * taken.
   */
  private final long serial = SERIALS.getAndIncrement();

  private final long seconds;
  private final long family;
  private final int member;
  private final int start;
  private final int limit;
  private final long upper;

  /** How many values were handed out in all; -1 until this object is retired. */
  private long madeInAll = -1;

  private SecondCounter(long seconds, long family, int member, int start, int limit) {
    this.seconds = seconds;
    this.family = family;
    this.member = member;
    this.start = start;
    this.limit = limit;
    // The random values of a family differ only in their lowest byte, which counts up from a random
    // start.
    this.upper = ((family & ~0xffL) | ((family + member) & 0xff)) << 24;
  }

  /**
   * Begins an era with a family of random values that this process has not used before.
   *
   * @param limit how many values to hand out; {@link #CAPACITY}, or fewer in a test
   */
  static SecondCounter ofNewEra(long seconds, int limit) {
    long family = Integer.toUnsignedLong(UniqueRandoms.next()) << 8 | UniqueRandoms.bits(8);
    return new SecondCounter(seconds, family, 0, UniqueRandoms.bits(24), limit);
  }

  /**
   * Retires this object, and returns an object that continues in a later second with the next value
   * of the counter.
   */
  SecondCounter later(long laterSeconds) {
    return new SecondCounter(laterSeconds, family, 0, retire(), limit);
  }

  /**
   * Retires this object, and returns an object that continues in the same second with the next
   * random value.
   */
  SecondCounter another() {
    int next = retire();
    return member + 1 < MEMBERS
        ? new SecondCounter(seconds, family, member + 1, next, limit)
        : ofNewEra(seconds, limit);
  }

  /**
   * Takes numbers that no other caller gets.
   *
   * @return the first number; the caller may use only the numbers that {@link #has} accepts
   */
  long take(int count) {
    return cells.getAndAdd(POSITION, count);
  }

  boolean has(long number) {
    return number < limit;
  }

  /** Returns how many of the taken numbers the caller may use. */
  int countFrom(long number, int wanted) {
    return (int) Math.max(0, Math.min(wanted, limit - number));
  }

  /**
   * Takes a slice of numbers for a thread. The returned first number is for the present call, and
   * the rest of the slice for later calls.
   *
   * @param slice the thread's slice, which must be empty
   * @return the first number; less than 0 if no number is left
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

  /**
   * Writes the bytes of the id that {@link #id} would return, without creating the {@link
   * ObjectId}.
   */
  void put(long number, ByteBuffer into) {
    into.putInt((int) seconds).putLong(low(number));
  }

  /**
   * Returns the text of the id that {@link #id} would return, without creating the {@link
   * ObjectId}.
   */
  String hex(long number) {
    return ObjectId.hex((int) seconds, low(number));
  }

  private long low(long number) {
    return upper | ((start + number) & (CAPACITY - 1));
  }

  /**
   * Retires this object: callers that still have a reference to it get no more numbers. Called with
   * the generator's lock held.
   *
   * @return the next value of the counter, with which the following object starts
   */
  int retire() {
    long passed = take(CAPACITY);
    madeInAll = Math.min(passed, limit);
    return (int) (start + passed) & (CAPACITY - 1);
  }

  /** Returns how many values were handed out. Called with the generator's lock held. */
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
