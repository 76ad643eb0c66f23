package io.mintmark.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Filters;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.mintmark.generator.ValueRange;
import io.mintmark.objectid.ObjectId;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.config.EnableMongoRepositories;

/** Tests an application with Spring Data MongoDB. Runs with each major version of Spring Boot. */
@Tag("long")
class BootMongoTest {

  private static final MongoServer SERVER = new MongoServer(new MemoryBackend());

  @SuppressWarnings("NullAway.Init")
  private static ConfigurableApplicationContext application;

  static class Person {
    @Id
    @Nullable
    ObjectId id;

    @Nullable
    ObjectId employer;
  }

  interface People extends MongoRepository<Person, ObjectId> {
    List<Person> findByEmployer(ObjectId employer);
  }

  @EnableAutoConfiguration
  @EnableMongoRepositories(considerNestedRepositories = true)
  static class Application {}

  @BeforeAll
  static void start() {
    String url = SERVER.bindAndGetConnectionString() + "/test";
    application = new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties("spring.data.mongodb.uri=" + url, "spring.mongodb.uri=" + url)
        .run();
  }

  @AfterAll
  static void stop() {
    application.close();
    SERVER.shutdownNow();
  }

  private static Person saved(ObjectId id, ObjectId employer) {
    Person person = new Person();
    person.id = id;
    person.employer = employer;
    return application.getBean(People.class).insert(person);
  }

  @Test
  void application_runs_onTheExpectedBootVersion() {
    assertThat(SpringBootVersion.getVersion())
        .isEqualTo(System.getProperty("spring-boot.expected"));
  }

  @Test
  void entity_withObjectIds_isFoundByThemAndStoredNatively() {
    ObjectId id = ObjectId.next();
    ObjectId employer = ObjectId.next();
    Person person = saved(id, employer);
    People people = application.getBean(People.class);

    assertThat(people.findById(id)).get().usingRecursiveComparison().isEqualTo(person);
    assertThat(people.findByEmployer(employer)).hasSize(1);
    Document raw = application
        .getBean(MongoTemplate.class)
        .getCollection("person")
        .find(Filters.eq("employer", employer))
        .first();
    assertThat(raw).isNotNull();
    assertThat(raw.get("_id")).isInstanceOf(org.bson.types.ObjectId.class);
    assertThat(raw.get("employer")).isInstanceOf(org.bson.types.ObjectId.class);
  }

  /** The page documents that Spring Data makes only ids of its own types. */
  @Test
  void entity_withoutAnId_throwsInSpringData() {
    assertThatThrownBy(() -> application.getBean(People.class).insert(new Person()))
        .hasMessageContaining("Cannot autogenerate id of type io.mintmark.objectid.ObjectId");
  }

  @Test
  void range_ofObjectIds_isACriterion() {
    ObjectId id = ObjectId.next();
    Person unused = saved(id, ObjectId.next());
    ValueRange<ObjectId> second = ObjectId.range(id.time(), id.time().plusSeconds(1));
    ValueRange<ObjectId> before = ObjectId.range(id.time().minusSeconds(60), id.time());
    MongoTemplate template = application.getBean(MongoTemplate.class);

    assertThat(template.find(madeIn(second), Person.class)).anyMatch(found -> id.equals(found.id));
    assertThat(template.find(madeIn(before), Person.class)).noneMatch(found -> id.equals(found.id));
  }

  private static Query madeIn(ValueRange<ObjectId> range) {
    return Query.query(Criteria.where("id").gte(range.from()).lt(range.to()));
  }

  @Test
  void clientOfBoot_knowsTheCodec() {
    ObjectId id = ObjectId.next();
    var collection =
        application.getBean(MongoClient.class).getDatabase("test").getCollection("plain");
    collection.insertOne(new Document("_id", id));

    assertThat(collection.find(Filters.eq("_id", id)).first()).isNotNull();
  }
}
