package io.mintmark.prefix;

import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.kind.Built;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.text.IdPrefix;
import io.mintmark.store.ClaimStore;
import io.mintmark.uuid.UuidGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of ids with a prefix: the settings of another kind, and the text around the ids of
 * that kind. That kind determines the lines (counters in the store), the claims on them, and the
 * fingerprint, a hash of the settings on which all processes must agree. The prefix is not in the
 * fingerprint: if two processes use different prefixes under one name, their ids still differ. So
 * processes need not agree on the prefix.
 *
 * @param prefix the text at the start of each id; empty if it is not set
 * @param checked whether each id ends with a check digit
 * @param ids the settings of the kind; empty if no kind is chosen
 * @param typeIds whether the ids are UUIDs that are written as TypeIDs, and not in the usual form
 */
record PrefixedSettings(
    Optional<String> prefix, boolean checked, Optional<Settings<?>> ids, boolean typeIds)
    implements Settings<PrefixedGenerator> {

  @Override
  public String subject(String name) {
    return ids.map(kind -> kind.subject(name)).orElse("prefixed '" + name + "'");
  }

  @Override
  public List<String> faults(String name) {
    List<String> faults = new ArrayList<>();
    String text = prefix.orElse("");
    if (text.isEmpty() && !(typeIds && prefix.isPresent())) {
      faults.add("the ids have no prefix, for example ord");
    }
    if (typeIds && checked) {
      faults.add("a TypeID has no check digit");
    }
    try {
      IdPrefix.check("the prefix", text);
    } catch (InvalidIdException e) {
      faults.add(String.valueOf(e.getMessage()));
    }
    if (ids.isEmpty()) {
      faults.add("no kind of id is chosen: call snowflake, sequence, uuids, objectIds or typeIds");
    }
    ids.ifPresent(kind -> faults.addAll(kind.faults(name)));
    return faults;
  }

  @Override
  public List<Spec> fingerprint(String name) {
    return ids.orElseThrow().fingerprint(name);
  }

  @Override
  public List<String> firstLines(String name) {
    return ids.orElseThrow().firstLines(name);
  }

  @Override
  public boolean ownsTicks() {
    return ids.orElseThrow().ownsTicks();
  }

  @Override
  public Built<PrefixedGenerator> make(String name, ClaimStore store, Context context) {
    Built<? extends Generator> plain = ids.orElseThrow().make(name, store, context);
    IdPrefix around = new IdPrefix(prefix.orElseThrow(), checked);
    Generator made = plain.generator();
    UuidGenerator typed = typeIds ? (UuidGenerator) made : null;
    return new Built<>(new PrefixedIds(around, made, typed), plain.lifecycle());
  }
}
