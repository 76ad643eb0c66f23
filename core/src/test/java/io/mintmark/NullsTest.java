package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyBuilder;
import io.mintmark.key.KeyFormat;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import io.mintmark.key.Shards;
import io.mintmark.objectid.ObjectId;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.sequence.Sequence;
import io.mintmark.sequence.SequenceBuilder;
import io.mintmark.snowflake.SnowflakeBuilder;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.snowflake.SnowflakeLayout;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.UuidBuilder;
import io.mintmark.uuid.Uuids;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every public method refuses a null argument before it has any effect, and names the argument. */
class NullsTest {

  /** Methods that accept any object, and return false for null. */
  private static final List<String> OF_ANYTHING = List.of("equals", "compareTo", "isValid");

  @Test
  void publicMethods_nullArgument_throwNamingIt() throws Exception {
    List<String> silent = new ArrayList<>();
    try (Mintmark mint = Mintmark.open("memory:")) {
      Map<Class<?>, Object> targets = new LinkedHashMap<>();
      targets.put(Mintmark.class, mint);
      targets.put(MintmarkBuilder.class, Mintmark.builder());
      targets.put(PrefixedIds.class, PrefixedIds.of(mint.objectIds("docs"), "doc"));
      targets.put(
          SnowflakeGenerator.class,
          mint.snowflake("users", s -> targets.put(SnowflakeBuilder.class, s)));
      targets.put(
          Sequence.class, mint.sequence("numbers", s -> targets.put(SequenceBuilder.class, s)));
      targets.put(
          KeyGenerator.class,
          mint.keys("orders", k -> targets.put(KeyBuilder.class, k.format("{seq:5}"))));
      targets.put(ObjectIdGenerator.class, mint.objectIds("documents"));
      targets.put(KeyFormat.class, KeyFormat.parse("{seq:5}"));
      targets.put(KeyRequest.class, KeyRequest.PLAIN);
      targets.put(Shards.class, Shards.of(2, 2));
      targets.put(SnowflakeLayout.class, SnowflakeLayout.DEFAULT);
      targets.put(ObjectId.class, ObjectId.next());
      targets.put(Uuids.class, Uuids.DNS);
      targets.put(TypeId.class, TypeId.next("user"));
      targets.put(MemoryStore.class, new MemoryStore());
      targets.put(Generator.class, mint.uuids("events", u -> targets.put(UuidBuilder.class, u)));
      targets.put(LongGenerator.class, mint.sequence("numbers"));
      for (Map.Entry<Class<?>, Object> each : targets.entrySet()) {
        for (Method method : each.getKey().getMethods()) {
          if (hasReference(method) && !refuses(method, each.getValue())) {
            silent.add(method.toString());
          }
        }
      }
    }
    assertThat(silent).isEmpty();
  }

  private static boolean hasReference(Method method) {
    return method.getDeclaringClass() != Object.class
        && !method.isSynthetic()
        && !OF_ANYTHING.contains(method.getName())
        && Arrays.stream(method.getParameterTypes()).anyMatch(type -> !type.isPrimitive());
  }

  private static boolean refuses(Method method, Object target) throws IllegalAccessException {
    Object[] nulls = Arrays.stream(method.getParameterTypes())
        .map(type -> type == int.class ? (Object) 1 : type == long.class ? (Object) 1L : null)
        .toArray();
    try {
      Object unused =
          method.invoke(Modifier.isStatic(method.getModifiers()) ? null : target, nulls);
      return false;
    } catch (InvocationTargetException e) {
      return e.getCause() instanceof NullPointerException refused
          && String.valueOf(refused.getMessage()).matches("\\w+");
    }
  }
}
