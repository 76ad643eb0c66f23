package io.mintmark.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.Filters;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import io.mintmark.Mintmark;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.EngineLife;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server that keeps its data in memory, and the process and election that it reports. */
class MongoLifeTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The longest window plus the margin of the clocks. */
  private static final Duration WAIT = Duration.ofSeconds(15);

  /** MongoDB's times have a resolution of milliseconds. */
  private final Instant begun = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  private final ScriptedServer server = new ScriptedServer();
  private final ObjectId process = new ObjectId();
  private final ObjectId election = new ObjectId();

  @BeforeEach
  void start() {
    server.answer(
        "serverStatus",
        new Document("ok", 1.0)
            .append("storageEngine", new Document("name", "inMemory").append("persistent", false)));
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  private MongoStore open() {
    MongoStore store =
        MongoStore.builder().url(server.url() + "/shop").timeout(TIMEOUT).open();
    assertThat(store.canLoseAcknowledgedWrites()).isTrue();
    return store;
  }

  private static EngineLife life(MongoStore store) {
    return store.life(List.of("worker/users/0")).orElseThrow();
  }

  /** Makes the server answer like a primary, with the time of its own clock. */
  private void answer(ObjectId process, ObjectId election, Instant now) {
    Document version = new Document("processId", process).append("counter", 6L);
    server.answer(
        "hello",
        new Document("ok", 1.0)
            .append("isWritablePrimary", true)
            .append("topologyVersion", version)
            .append("electionId", election)
            .append("localTime", now));
  }

  @Test
  void life_anotherProcessOrElection_isNewAndBeginsNow() {
    answer(process, election, begun);
    try (MongoStore store = open()) {
      EngineLife first = life(store);
      Instant restarted = begun.plusSeconds(100);
      answer(new ObjectId(), election, restarted);
      EngineLife second = life(store);
      answer(process, new ObjectId(), restarted.plusSeconds(100));
      EngineLife third = life(store);

      assertThat(List.of(first.id(), second.id(), third.id())).doesNotHaveDuplicates();
      assertThat(second.began()).isEqualTo(restarted);
      assertThat(third.began()).isEqualTo(restarted.plusSeconds(100));
      assertThat(life(store).id()).isEqualTo(third.id());
      assertThat(life(store).began()).isEqualTo(third.began());
    }
  }

  @Test
  void life_noteDeleted_isNewAndBeginsNow() {
    answer(process, election, begun);
    try (MongoClient client = MongoClients.create(server.url());
        MongoStore store = open()) {
      EngineLife first = life(store);
      var lines = client.getDatabase("shop").getCollection("mintmark_line");
      assertThat(lines.deleteOne(Filters.eq("mintmark/life")).getDeletedCount()).isOne();
      EngineLife second = life(store);

      assertThat(second.id()).isNotEqualTo(first.id());
      assertThat(second.began()).isAfter(first.began());
      assertThat(life(store).id()).isEqualTo(second.id());
    }
  }

  @Test
  @Tag("long")
  void next_collectionDroppedUnderAHolder_anotherProcessWaits() throws Exception {
    String url = server.url() + "/shop";
    try (MongoClient client = MongoClients.create(server.url());
        Mintmark mint = Mintmark.open(url + "?new=true");
        Mintmark another = Mintmark.open(url)) {
      SnowflakeGenerator holder = mint.snowflake("users");
      assertThat(holder.next()).isPositive();
      client.getDatabase("shop").getCollection("mintmark_line").drop();
      Instant lost = Instant.now();
      assertThat(holder.next()).isPositive();
      CompletableFuture<Long> waiting = another.snowflake("users").nextAsync();

      assertThat(holder.decode(waiting.get(60, TimeUnit.SECONDS)).time())
          .isAfterOrEqualTo(lost.plus(WAIT));
    }
  }
}
