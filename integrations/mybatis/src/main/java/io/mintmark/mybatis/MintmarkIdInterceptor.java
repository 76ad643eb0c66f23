package io.mintmark.mybatis;

import io.mintmark.Mintmark;
import io.mintmark.mapper.MintmarkId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.jspecify.annotations.Nullable;

/**
 * Fills the missing ids of fields and classes with {@link MintmarkId} before MyBatis executes an
 * insert. The objects are the statement's parameters, and the elements of collections, arrays and
 * maps among them. Thread-safe. The documentation of each type of generator describes among which
 * ids an id is unique, how ids are ordered, and when calls wait or fail.
 *
 * <p>The missing ids of one statement are made in one batch for each field and route id, in the
 * order of the collection. The order among several parameters is not defined. If an id cannot be
 * made, nothing is inserted and no object is changed. An id that is already set is kept. A {@code
 * long} counts as set unless it is 0, and every other type unless it is {@code null}.
 */
@Intercepts(
    @Signature(
        type = Executor.class,
        method = "update",
        args = {MappedStatement.class, Object.class}))
public final class MintmarkIdInterceptor implements Interceptor {

  private final Mintmark mint;

  /**
   * The annotated fields by class. The keys need not be weak, because this object is unloaded
   * together with the application's classes.
   */
  private final Map<Class<?>, List<IdField>> fields = new ConcurrentHashMap<>();

  private MintmarkIdInterceptor(Mintmark mint) {
    this.mint = mint;
  }

  /** The ids of one batch: all are for the same field and the same route id. */
  private record Batch(IdField field, Optional<String> routeId) {}

  /**
   * Makes an interceptor for MyBatis' {@code Configuration.addInterceptor}, or for Spring.
   *
   * @param mint makes the ids; the generators that the annotations name must be open, and must not
   *     be {@linkplain Mintmark#forget forgotten}. The caller closes it
   * @return the interceptor
   */
  public static MintmarkIdInterceptor of(Mintmark mint) {
    return new MintmarkIdInterceptor(Objects.requireNonNull(mint, "mint"));
  }

  /**
   * Fills the missing ids if the statement is an insert, then executes the statement.
   *
   * @throws io.mintmark.error.ConfigurationException if no open generator has the annotation's
   *     name, the generator does not fit the field, or an id is missing in a final field; the
   *     message names the class and the field
   * @throws IllegalArgumentException if a route id is missing or invalid, or if one batch would
   *     have more than {@value io.mintmark.generator.Generator#MAX_BATCH} ids
   * @throws io.mintmark.error.MintmarkException if the ids cannot be made
   */
  @Override
  public @Nullable Object intercept(Invocation invocation) throws Throwable {
    Object[] arguments = invocation.getArgs();
    if (((MappedStatement) arguments[0]).getSqlCommandType() == SqlCommandType.INSERT) {
      fill(arguments[1]);
    }
    return invocation.proceed();
  }

  private void fill(@Nullable Object parameter) {
    Map<Batch, List<Object>> missing = new LinkedHashMap<>();
    collect(parameter, Collections.newSetFromMap(new IdentityHashMap<>()), missing);
    // All ids are made before the first object is changed.
    Map<Batch, List<?>> ids = new LinkedHashMap<>();
    missing.forEach((batch, objects) ->
        ids.put(batch, batch.field.ids().nextBatch(batch.routeId, objects.size())));
    missing.forEach((batch, objects) -> {
      List<?> made = ids.getOrDefault(batch, List.of());
      for (int i = 0; i < made.size(); i++) {
        batch.field.set(objects.get(i), made.get(i));
      }
    });
  }

  /**
   * Collects the objects that lack an id. MyBatis puts one collection into a map under several
   * names, so an object can occur more than once.
   */
  private void collect(@Nullable Object value, Set<Object> seen, Map<Batch, List<Object>> missing) {
    if (value == null || !seen.add(value)) {
      return;
    }
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(element -> collect(element, seen, missing));
    } else if (value instanceof Collection<?> elements) {
      elements.forEach(element -> collect(element, seen, missing));
    } else if (value instanceof Object[] elements) {
      Arrays.asList(elements).forEach(element -> collect(element, seen, missing));
    } else {
      for (IdField field : fields.computeIfAbsent(value.getClass(), c -> IdField.of(c, mint))) {
        if (field.isMissing(value)) {
          missing
              .computeIfAbsent(new Batch(field, field.routeId(value)), key -> new ArrayList<>())
              .add(value);
        }
      }
    }
  }
}
