package io.mintmark.objectid;

import io.mintmark.error.ClockBehindException;
import io.mintmark.error.ExhaustedException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.Description;
import io.mintmark.generator.Generator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Retries;
import io.mintmark.internal.line.SuspensionGate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Makes ObjectIds with given machine fields. */
final class MachineObjectIds implements LegacyObjectIdGenerator {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
  private static final long PAUSE_NANOS = 1_000_000;

  private final String name;
  private final String layout;
  private final Supplier<ObjectId> fieldsOfCopy;
  private final int counterBits;
  private final long capacity;
  private final Context context;
  private final SuspensionGate gate;

  /**
   * The machine fields, shifted to their positions in an id. The lock of this object guards this
   * field and all fields below.
   */
  private long fields;

  /**
   * Whether a snapshot was taken after the last id was made. If so, copies of this object may
   * exist.
   */
  private boolean snapshotTaken;

  private long seconds = -1;

  private long used;
  private long count;
  private long made;

  /**
   * Creates a generator whose counter starts at a random value.
   *
   * @param fields an id with the machine fields
   * @param fieldsOfCopy returns an id with the machine fields that are used after a snapshot
   */
  MachineObjectIds(
      String name,
      String layout,
      ObjectId fields,
      Supplier<ObjectId> fieldsOfCopy,
      int counterBits,
      Context context) {
    this.name = name;
    this.layout = layout;
    this.fields = fields.low();
    this.fieldsOfCopy = fieldsOfCopy;
    this.counterBits = counterBits;
    this.capacity = 1L << counterBits;
    this.context = context;
    this.gate = new SuspensionGate(name, context, this::endSecond);
    this.count = randomCount();
    Checkpoints.add(gate);
  }

  private long randomCount() {
    return UniqueRandoms.bits(Math.min(counterBits, 31));
  }

  static MachineObjectIds ofDriver(
      String name, int machine, IntSupplier machineOfCopy, Context context) {
    return new MachineObjectIds(
        name,
        "32 bits of seconds, 32 machine, 32 inc",
        new DriverFields(0, machine, 0).id(),
        () -> new DriverFields(0, machineOfCopy.getAsInt(), 0).id(),
        32,
        context);
  }

  static MachineObjectIds ofFields(String name, int machine, int process, Context context) {
    ObjectId fields = new LegacyFields(0, machine, process, 0).id();
    String layout = "32 bits of seconds, 24 machine, 16 process, 24 counter";
    return new MachineObjectIds(name, layout, fields, () -> fields, 24, context);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String kind() {
    return "objectid";
  }

  /**
   * Returns the next id.
   *
   * @return an id that this generator never made before
   * @throws ClockBehindException if the counter values of a second are used up and the clock does
   *     not reach the next second within 2 s, or if the clock is before 1970; no id is issued
   * @throws ExhaustedException if the clock is at 2106-02-07T06:28:16Z or later; no id is issued
   * @throws StoreUnavailableException if the process was suspended for a snapshot for 2 s, or the
   *     caller is interrupted while it waits; the interrupt flag remains set, and no id is issued
   */
  @Override
  public ObjectId next() {
    return nextBatch(1).get(0);
  }

  /**
   * Returns a batch of ids, in the order in which they were made.
   *
   * @param size the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return the ids, unmodifiable
   * @throws IllegalArgumentException if the size is out of range; no id is issued
   * @throws MintmarkException as {@link #next()} does; ids already made are discarded
   */
  @Override
  public List<ObjectId> nextBatch(int size) {
    Generator.checkCount(size);
    Batch batch = new Batch(size);
    long deadline = deadline(size);
    while (!goOn(batch)) {
      if (context.elapsed().nanos() - deadline > 0) {
        throw late();
      }
      context.pause(PAUSE_NANOS, "generator=" + name);
    }
    return Collections.unmodifiableList(batch.ids);
  }

  @Override
  public void fill(byte[] ids) {
    fill(ByteBuffer.wrap(Objects.requireNonNull(ids, "ids")));
  }

  @Override
  public void fill(ByteBuffer ids) {
    ByteBuffer made = ids.slice();
    nextBatch(BatchSize.of(ids, ObjectId.BYTES)).forEach(id -> id.putTo(made));
    ids.position(ids.limit());
  }

  /** An unfinished batch. Guarded by the lock of the generator. */
  private static final class Batch {

    private final int size;
    private final List<ObjectId> ids = new ArrayList<>();
    private long suspensions;

    Batch(int size) {
      this.size = size;
    }
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, and never blocks the caller. See {@link
   * io.mintmark.generator.LongGenerator#nextBatchAsync} for the thread that completes the future,
   * and for the effect of cancelling.
   *
   * @param size the number of ids, 1 to {@value Generator#MAX_BATCH}
   * @return a future of the ids
   * @throws IllegalArgumentException if the size is out of range; no id is issued
   */
  @Override
  public CompletableFuture<List<ObjectId>> nextBatchAsync(int size) {
    Generator.checkCount(size);
    Batch batch = new Batch(size);
    return Retries.begin(
        context.elapsed(),
        deadline(size),
        () -> goOn(batch) ? Optional.of(Collections.unmodifiableList(batch.ids)) : Optional.empty(),
        this::late,
        new CompletableFuture<>());
  }

  /** Returns the deadline of a batch. A batch may need the counter values of several seconds. */
  private long deadline(int size) {
    return context.elapsed().nanos() + LONGEST_WAIT.toNanos() * (1 + size / capacity);
  }

  /**
   * Adds ids to a batch, with the counter values that are left in the second. Adds no ids while the
   * process is suspended.
   *
   * @return whether the batch is complete
   */
  private synchronized boolean goOn(Batch batch) {
    if (!gate.isOpen()) {
      return false;
    }
    if (batch.suspensions != gate.suspensions()) {
      batch.suspensions = gate.suspensions();
      batch.ids.clear(); // Other copies of the process may have the ids made before the suspension.
    }
    if (snapshotTaken) {
      count = randomCount();
      fields = fieldsOfCopy.get().low();
      snapshotTaken = false;
    }
    follow();
    while (batch.ids.size() < batch.size && used < capacity) {
      used++;
      made++;
      batch.ids.add(new ObjectId((int) seconds, fields | (count++ & (capacity - 1))));
    }
    return batch.ids.size() == batch.size;
  }

  private void follow() {
    long now = ObjectIdGenerator.seconds(context.wall().millis());
    if (now > seconds) {
      seconds = now;
      used = 0;
    }
  }

  /**
   * Ends the present second, because every copy of the process could use its remaining counter
   * values. Runs after the gate is closed, that is, while callers wait for the restore.
   */
  private synchronized void endSecond() {
    used = capacity;
    snapshotTaken = true;
  }

  private MintmarkException late() {
    return gate.isOpen() ? tooFast() : gate.suspendedTooLong();
  }

  private synchronized ClockBehindException tooFast() {
    return new ClockBehindException(Message.of(
        "the second's {} counts are used up: generator={}, second={}, clock={}, waitedMs={}; no"
            + " id issued",
        capacity,
        name,
        Instant.ofEpochSecond(seconds),
        context.wall().instant(),
        LONGEST_WAIT.toMillis()));
  }

  @Override
  public synchronized long made() {
    return made;
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", layout);
    facts.put("capacity-per-second", Long.toString(capacity));
    facts.put("time-ends", ObjectId.END.toString());
    facts.put(
        "unique", "within the generator by counting, between processes by the machine fields");
    return new Description(
        name,
        kind(),
        facts,
        List.of("Two processes with the same machine fields can make the same ids; in the current"
            + " layout, 40 random bits distinguish the ids of two processes."));
  }
}
