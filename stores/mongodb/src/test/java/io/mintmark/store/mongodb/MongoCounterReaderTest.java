package io.mintmark.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.PublishedCounterReader;
import io.mintmark.rigs.EngineProcess;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoCounterReaderTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static ScriptedServer server;
  private static MongoClient client;

  @BeforeAll
  static void start() {
    server = new ScriptedServer();
    client = MongoClients.create(server.url());
    MongoCollection<BsonDocument> counters =
        client.getDatabase("shop").getCollection("counters", BsonDocument.class);
    for (String document : List.of(
        "{_id: 'fresh', val: 0, maxval: 100}",
        "{_id: 'within', val: 41, maxval: 100}",
        "{_id: 'end', val: 100, maxval: 100}",
        "{_id: 'shell', val: 41.0, maxval: 100.0}",
        "{_id: 'great', val: NumberLong('179521920000000001')}",
        "{_id: 'a/b c+d', val: 7}",
        "{_id: 'text', val: 'x'}",
        "{_id: 'half', val: 0.5}",
        "{_id: 'negative', val: -1}",
        "{_id: 'none'}",
        "{_id: 'short', val: 0, maxval: 0}",
        "{_id: 'last', val: NumberLong('9223372036854775807')}")) {
      counters.insertOne(BsonDocument.parse(document));
    }
  }

  @AfterAll
  static void stop() {
    client.close();
    server.stop();
  }

  @ParameterizedTest
  @CsvSource({
    "fresh, 1, 100",
    "within, 42, 100",
    "end, 1, 100",
    "shell, 42, 100",
    "great, 179521920000000002,",
    "a/b%20c+d, 8,"
  })
  void read_counter_returnsTheNextNumber(String id, long next, Long cycleEnd) {
    PublishedCounter counter = read("/shop#counters/" + id);
    assertThat(counter.next()).isEqualTo(next);
    assertThat(counter.step()).isOne();
    assertThat(counter.cycleEnd())
        .isEqualTo(cycleEnd == null ? OptionalLong.empty() : OptionalLong.of(cycleEnd));
  }

  @Test
  void read_counter_hasADescription() {
    assertThat(read("/shop#counters/fresh").what())
        .isEqualTo("document fresh of counters at " + server.url() + "/shop");
  }

  @ParameterizedTest
  @CsvSource({
    "/shop#counters/text, val is not a whole number",
    "/shop#counters/half, val is not a whole number",
    "/shop#counters/negative, val is not a whole number",
    "/shop#counters/none, val=null",
    "/shop#counters/short, maxval=0",
    "/shop#counters/last, 2^63 - 1",
    "/shop#counters/absent, the collection has no document of this id",
    "/shop#counters, '#COLLECTION/ID'",
    "/shop#/x, '#COLLECTION/ID'",
    "/shop#counters/, '#COLLECTION/ID'",
    "/shop#counters/%zz, percent-encoded",
    "/#counters/fresh, the path does not name the counter",
  })
  void read_noCounter_failsShowingWhatExists(String path, String rule) {
    assertThatThrownBy(() -> read(path))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(rule.replace("'", ""));
  }

  @Test
  @Tag("long")
  void read_noServer_throws() {
    String url = "mongodb://u:secret@127.0.0.1:" + EngineProcess.freePort() + "/shop#counters/x";
    assertThatThrownBy(() -> new MongoCounterReader().read(url, Duration.ofMillis(300)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageNotContaining("secret");
  }

  private static PublishedCounter read(String path) {
    String url = server.url() + path;
    PublishedCounterReader reader = ServiceLoader.load(PublishedCounterReader.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> Adapters.accepts(each, url))
        .findFirst()
        .orElseThrow();
    return reader.read(url, TIMEOUT);
  }
}
