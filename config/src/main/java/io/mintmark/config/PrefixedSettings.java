package io.mintmark.config;

import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.uuid.UuidGenerator;
import java.util.List;

/**
 * The settings of ids with a prefix: the settings of another kind, and the text around the ids of
 * that kind. That kind determines the lines (counters in the store), the claims on them, and the
 * fingerprint, a hash of the settings on which all processes must agree. The prefix is not in the
 * fingerprint: if two processes use different prefixes under one name, their ids still differ. So
 * processes need not agree on the prefix.
 *
 * @param ids the settings of the kind
 * @param type the type of the ids with the prefix
 * @param around the prefix, and whether each id ends with a check digit
 */
record PrefixedSettings(Settings<?> ids, String type, IdPrefix around)
    implements Settings<PrefixedIds> {

  @Override
  public String subject(String name) {
    return ids.subject(name);
  }

  @Override
  public List<String> faults(String name) {
    return ids.faults(name);
  }

  @Override
  public List<Spec> fingerprint(String name) {
    return ids.fingerprint(name);
  }

  @Override
  public List<String> firstLines(String name) {
    return ids.firstLines(name);
  }

  @Override
  public boolean ownsTicks() {
    return ids.ownsTicks();
  }

  @Override
  public Built<PrefixedIds> make(String name, LineStore store, Context context) {
    Built<? extends Generator> plain = ids.make(name, store, context);
    PrefixedIds made = type.equals("typeid")
        ? PrefixedIds.typeIds((UuidGenerator) plain.generator(), around.text())
        : PrefixedIds.of(plain.generator(), around.text());
    return new Built<>(around.checked() ? made.withCheckDigit() : made, plain.lifecycle());
  }
}
