package io.mintmark.store.etcd;

import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads lines, each time as a majority of the members has them. Thread-safe. */
final class EtcdReader {

  /** So many of the longest fit into an answer, which has at most 4 MiB. */
  private static final int MAX_ANSWER = 500;

  private final EtcdConnection connection;
  private final EtcdKeys keys;
  private final Duration timeout;
  private final String subject;

  EtcdReader(EtcdConnection connection, EtcdKeys keys, Duration timeout, String subject) {
    this.connection = connection;
    this.keys = keys;
    this.timeout = timeout;
    this.subject = subject;
  }

  long position(String line) {
    return read(deadline -> {
      List<KeyValue> found = connection
          .ask(client -> client.getKVClient().get(keys.key(line)), deadline)
          .getKvs();
      return found.isEmpty()
          ? 0
          : LineValue.parse(line, found.get(0).getValue()).next();
    });
  }

  List<Line> lines(LinePage page) {
    return read(deadline -> {
      List<Line> lines = new ArrayList<>();
      LinePage rest = page;
      while (true) {
        int most = Math.min(MAX_ANSWER, rest.limit());
        List<KeyValue> found = range(rest.from(), rest.to(), most, deadline);
        for (KeyValue each : found) {
          String name = keys.line(each.getKey());
          lines.add(LineValue.parse(name, each.getValue()).line(name));
        }
        if (found.size() < most || lines.size() == page.limit()) {
          return lines;
        }
        rest = page.rest(lines);
      }
    });
  }

  private List<KeyValue> range(String from, String to, int most, Deadline deadline) {
    GetOption range =
        GetOption.builder().withRange(keys.key(to)).withLimit(most).build();
    return connection
        .ask(client -> client.getKVClient().get(keys.key(from), range), deadline)
        .getKvs();
  }

  private <T> T read(Function<Deadline, T> question) {
    try {
      return question.apply(Deadline.in(timeout));
    } catch (RuntimeException e) {
      throw new StoreUnavailableException(
          Message.of("the store could not be read: reason={}, {}", e.getMessage(), subject), e);
    }
  }
}
