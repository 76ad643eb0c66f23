package io.mintmark.shardingsphere;

import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.KeyRequest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;

/**
 * Makes the keys of the rows that a statement inserts.
 *
 * @param generator makes the keys
 * @param routed whether each key is made for a route id
 */
record RowKeys(Generator generator, boolean routed) {

  /**
   * Makes a statement's keys as one batch.
   *
   * @return the keys: numbers as they are, and all other ids as their usual text
   */
  List<? extends Comparable<?>> next(AlgorithmSQLContext rows, int count) {
    if (generator instanceof LongGenerator numbers) {
      return Arrays.stream(numbers.nextBatch(count)).boxed().toList();
    }
    return generator instanceof KeyGenerator keys
        ? keys.nextBatchFor(request(keys, rows), count)
        : generator.nextTextBatch(count);
  }

  private KeyRequest request(KeyGenerator keys, AlgorithmSQLContext rows) {
    KeyRequest open = MintmarkRoute.current().orElse(KeyRequest.PLAIN);
    if (routed && open.routeId().isEmpty()) {
      throw new IllegalStateException(Message.of(
          "no route id is given, and a key with shards needs one: generator={}, table={},"
              + " column={}; insert within try (MintmarkRoute route = MintmarkRoute.forId(...));"
              + " no id issued",
          keys.name(),
          rows.getTableName(),
          rows.getColumnName()));
    }
    Map<String, String> variables = new LinkedHashMap<>(open.variables());
    variables.keySet().retainAll(keys.format().variables());
    return KeyRequest.of(routed ? open.routeId() : Optional.empty(), variables);
  }
}
