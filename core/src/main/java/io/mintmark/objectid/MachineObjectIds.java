package io.mintmark.objectid;

import io.mintmark.error.ExhaustedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.error.TickExhaustedException;
import io.mintmark.generator.Description;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.objectid.ObjectIdLine.IdLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Makes ObjectIds with given machine fields. */
final class MachineObjectIds extends LineObjectIds implements LegacyObjectIdGenerator {

  private final String layout;
  private final IdLayout bits;

  private MachineObjectIds(String name, String layout, ObjectIdLine source) {
    super(name, source);
    this.layout = layout;
    this.bits = source.layout;
  }

  /**
   * Chooses stretches with the machine fields. Each stretch has a later second than the one before,
   * so no two have the same second.
   */
  private static final class MachineStretches extends ObjectIdLine {

    private final Supplier<ObjectId> fieldsOfCopy;
    private ObjectId fields;
    private boolean snapshotTaken;
    private long second = -1;

    MachineStretches(
        String name,
        IdLayout layout,
        ObjectId fields,
        Supplier<ObjectId> fieldsOfCopy,
        Context context) {
      super(
          name,
          layout,
          IdOrder.GENERATOR,
          Long.MAX_VALUE,
          context,
          new Pace(context),
          layout.limit());
      this.fields = fields;
      this.fieldsOfCopy = fieldsOfCopy;
    }

    @Override
    Stretch next(long now) {
      if (snapshotTaken) {
        fields = fieldsOfCopy.get();
        snapshotTaken = false;
      }
      second = Math.max(now, second + 1);
      return new Stretch(second, fields.low());
    }

    @Override
    public void forget() {
      super.forget();
      snapshotTaken = true;
    }
  }

  /**
   * Creates a generator whose counter starts at a random value.
   *
   * @param fields an id with the machine fields
   * @param fieldsOfCopy returns an id with the machine fields that are used after a snapshot
   */
  static MachineObjectIds of(
      String name,
      String layout,
      ObjectId fields,
      Supplier<ObjectId> fieldsOfCopy,
      int counterBits,
      Context context) {
    MachineStretches source =
        new MachineStretches(name, IdLayout.of(counterBits), fields, fieldsOfCopy, context);
    Checkpoints.add(source.line);
    return new MachineObjectIds(name, layout, source);
  }

  static MachineObjectIds ofDriver(
      String name, int machine, IntSupplier machineOfCopy, Context context) {
    return of(
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
    return of(name, layout, fields, () -> fields, 24, context);
  }

  /**
   * Returns the next id.
   *
   * @return an id that this generator never made before
   * @throws TickExhaustedException if the counter values of a second are used up and the next
   *     second does not begin within the claim timeout; no id is issued
   * @throws ExhaustedException if the clock is at 2106-02-07T06:28:16Z or later; no id is issued
   * @throws StoreUnavailableException if the process was suspended for a snapshot for the claim
   *     timeout, or the caller is interrupted while it waits; the interrupt flag remains set, and
   *     no id is issued
   */
  @Override
  public ObjectId next() {
    return line.next(0, bits);
  }

  @Override
  public Description describe() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("layout", layout);
    facts.put("capacity-per-second", Integer.toString(bits.limit()));
    facts.put("time-ends", ObjectId.END.toString());
    facts.put(
        "unique", "within the generator by counting, between processes by the machine fields");
    return new Description(
        name(),
        kind(),
        facts,
        List.of("Two processes with the same machine fields can make the same ids; in the current"
            + " layout, 40 random bits distinguish the ids of two processes."));
  }
}
