package io.mintmark.uuid;

import io.mintmark.generator.IdOrder;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Faults;
import io.mintmark.internal.kind.SettingRange;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.LineStore;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The settings of a UUID generator.
 *
 * @param version 1, 4, 6 or 7
 * @param node the node of version 1 or 6; empty for a random node
 * @param order the order of UUIDs of version 7: over all calls, or only within each thread
 */
record UuidSettings(int version, OptionalLong node, IdOrder order)
    implements Settings<UuidGenerator> {

  @Override
  public String subject(String name) {
    return "uuids '" + name + "'";
  }

  @Override
  public List<String> faults(String name) {
    Faults faults = new Faults();
    faults.addIf(
        !Set.of(1, 4, 6, 7).contains(version),
        "the version is not 1, 4, 6 or 7: version={}",
        version);
    faults.addIf(
        node.isPresent() && version != 1 && version != 6,
        "a node is possible only for versions 1 and 6: version={}",
        version);
    faults.addUnlessIn("node", node.orElse(0), new SettingRange<>(0L, (1L << 48) - 1));
    faults.addIf(
        order == IdOrder.THREAD && version != 7,
        "an order by thread is possible only for version 7: version={}",
        version);
    return faults.all();
  }

  /** Makes a generator, which needs no store. */
  @Override
  public Built<UuidGenerator> make(String name, LineStore store, Context context) {
    return make(name, context);
  }

  Built<UuidGenerator> make(String name, Context context) {
    return version == 4 ? RandomUuids.make(name, context) : LineUuids.make(name, this, context);
  }
}
