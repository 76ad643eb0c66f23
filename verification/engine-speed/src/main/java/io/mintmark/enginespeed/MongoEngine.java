package io.mintmark.enginespeed;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.internal.build.MongoDriverVersion;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.mongodb.CompatibleServer;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/** The server of the store's tests that speaks MongoDB's protocol; the driver's pool has 64. */
final class MongoEngine implements Engine {

  private static final String COUNTER = "plain";

  /** This server may answer with a document after the next change instead of after this one. */
  private static final FindOneAndUpdateOptions BEFORE =
      new FindOneAndUpdateOptions().returnDocument(ReturnDocument.BEFORE);

  private final EngineProcess process;
  private final MongoClient client;
  private final MongoCollection<Document> counters;

  MongoEngine(Path folder) {
    process = CompatibleServer.start(folder, folder.resolve("data.mv"));
    client = MongoClients.create(url() + "?maxPoolSize=64");
    counters = client
        .getDatabase("shop")
        .getCollection("plain")
        .withWriteConcern(WriteConcern.MAJORITY.withJournal(true));
    InsertOneResult unused = counters.insertOne(new Document("_id", COUNTER).append("n", 0L));
  }

  @Override
  public String version() {
    String server =
        client.getDatabase("admin").runCommand(new Document("buildInfo", 1)).getString("version");
    return "mongo-java-server (as MongoDB %s), its file synced after each command, driver %s"
        .formatted(server, MongoDriverVersion.VERSION);
  }

  @Override
  public String url() {
    return "mongodb://127.0.0.1:" + process.port() + "/shop";
  }

  @Override
  public List<Contender> plain() {
    return List.of(new Contender(
        "`findAndModify`, `$inc`",
        () -> () -> counters
            .findOneAndUpdate(Filters.eq(COUNTER), Updates.inc("n", 1L), BEFORE)
            .getLong("n")));
  }

  @Override
  public void close() {
    client.close();
    process.close();
  }
}
