package io.mintmark.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.objectid.ObjectId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.PojoCodecProvider;
import org.bson.codecs.pojo.annotations.BsonId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the driver with a real connection, set up in the usual way. */
class DriverTest {

  private static final MongoServer SERVER = new MongoServer(new MemoryBackend());
  private static final MongoClient CLIENT =
      MongoClients.create(SERVER.bindAndGetConnectionString());
  private static final CodecRegistry CODECS = CodecRegistries.fromRegistries(
      CodecRegistries.fromProviders(new ObjectIdCodecProvider()),
      MongoClientSettings.getDefaultCodecRegistry(),
      CodecRegistries.fromProviders(PojoCodecProvider.builder().automatic(true).build()));

  private final MongoCollection<Document> documents =
      CLIENT.getDatabase("test").withCodecRegistry(CODECS).getCollection("documents");

  public static final class Person {
    @BsonId
    public @Nullable ObjectId id;

    public List<ObjectId> friends = new ArrayList<>();
  }

  @BeforeEach
  void empty() {
    documents.drop();
  }

  @AfterAll
  static void stop() {
    CLIENT.close();
    SERVER.shutdownNow();
  }

  @Test
  void document_withObjectId_isStoredNativelyAndFound() {
    ObjectId id = ObjectId.next();
    documents.insertOne(new Document("_id", id).append("name", "first"));

    Document found = documents.find(Filters.eq("_id", id)).first();
    assertThat(found).isNotNull();
    assertThat(found.get("_id"))
        .isInstanceOf(org.bson.types.ObjectId.class)
        .hasToString(id.toString());
    assertThat(BsonObjectIds.of(found.getObjectId("_id"))).isEqualTo(id);
  }

  @Test
  void properties_ofObjectIdType_roundTrip() {
    MongoCollection<Person> people = documents.withDocumentClass(Person.class);
    Person person = new Person();
    person.id = ObjectId.next();
    person.friends = List.of(ObjectId.next(), ObjectId.next());
    people.insertOne(person);

    assertThat(people.find(Filters.eq("_id", person.id)).first())
        .usingRecursiveComparison()
        .isEqualTo(person);
  }

  @Test
  void property_notAnObjectId_throws() {
    documents.insertOne(new Document("_id", "56e1fc72e0c917e9c4714161"));

    assertThatThrownBy(() -> documents.withDocumentClass(Person.class).find().first())
        .hasStackTraceContaining("readObjectId")
        .hasStackTraceContaining("STRING");
  }

  @Test
  void madeBetween_timeSpan_findsExactlyItsDocuments() {
    Instant noon = Instant.parse("2026-03-01T12:00:00Z");
    List<ObjectId> ids = new ArrayList<>();
    for (int second = -1; second <= 2; second++) {
      ids.add(ObjectId.of(noon.getEpochSecond() + second, second + 1L, 0));
    }
    ids.forEach(id -> documents.insertOne(new Document("_id", id)));

    List<Document> found = documents
        .find(BsonObjectIds.madeBetween("_id", noon, noon.plusSeconds(2)))
        .into(new ArrayList<>());

    assertThat(found.stream().map(document -> BsonObjectIds.of(document.getObjectId("_id"))))
        .containsExactlyInAnyOrder(ids.get(1), ids.get(2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BsonObjectIds.madeBetween("_id", noon.plusSeconds(1), noon))
        .withMessageContaining("the span ends before it starts");
  }
}
