package io.mintmark.objectid;

import io.mintmark.generator.Description;
import io.mintmark.generator.IdOrder;
import io.mintmark.internal.line.Checkpoints;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.line.Pace;
import io.mintmark.internal.text.Arguments;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Makes ObjectIds with given machine fields. Each stretch has a later second than the one before,
 * so no two stretches have the same second.
 */
final class MachineObjectIds extends LineObjectIds implements LegacyObjectIdGenerator {

  private final LongSupplier fieldsOfCopy;
  private long fields;
  private boolean snapshotTaken;
  private long second = -1;

  /**
   * Creates a generator whose counter starts at a random value.
   *
   * @param fields the machine fields, in the place that they have in the last 8 bytes of an id
   * @param fieldsOfCopy returns the machine fields that are used after a snapshot
   */
  MachineObjectIds(
      String name, IdLayout layout, long fields, LongSupplier fieldsOfCopy, Context context) {
    super(name, layout, IdOrder.GENERATOR, Long.MAX_VALUE, context, new Pace(context));
    this.fields = fields;
    this.fieldsOfCopy = fieldsOfCopy;
    Checkpoints.add(line);
  }

  static MachineObjectIds ofDriver(
      String name, int machine, IntSupplier machineOfCopy, Context context) {
    return new MachineObjectIds(
        name,
        IdLayout.of("32 bits of seconds, 32 machine, 32 inc", 32),
        (long) machine << 32,
        () -> (long) machineOfCopy.getAsInt() << 32,
        context);
  }

  static MachineObjectIds ofFields(String name, int machine, int process, Context context) {
    Arguments.checkBits("machine", machine, 24);
    Arguments.checkBits("process", process, 16);
    long fields = (long) machine << 40 | (long) process << 24;
    IdLayout layout = IdLayout.of("32 bits of seconds, 24 machine, 16 process, 24 counter", 24);
    return new MachineObjectIds(name, layout, fields, () -> fields, context);
  }

  @Override
  Stretch stretch(long now) {
    if (snapshotTaken) {
      fields = fieldsOfCopy.getAsLong();
      snapshotTaken = false;
    }
    second = Math.max(now, second + 1);
    return new Stretch(second, fields);
  }

  @Override
  public void forget() {
    super.forget();
    snapshotTaken = true;
  }

  @Override
  public Description describe() {
    return describe(
        Integer.toString(layout.limit()),
        "within the generator by counting, between processes by the machine fields",
        List.of("Two processes with the same machine fields can make the same ids; in the current"
            + " layout, 40 random bits distinguish the ids of two processes."));
  }
}
