package io.mintmark.store.mongodb;

import static io.mintmark.store.engine.Failures.misconfigured;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.SettingList;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Reads facts about a server with commands on its database {@code admin}. */
record MongoServerInfo(MongoClient client) {

  private static final String ADMIN = "admin";
  private static final int UNAUTHORIZED = 13;
  private static final int NO_SUCH_COMMAND = 59;
  private static final BsonArray NONE = new BsonArray();

  /** Returns the server's role in its replica set, and its clock. */
  BsonDocument hello(Deadline deadline) {
    try {
      return run("hello", deadline);
    } catch (MongoCommandException e) {
      if (e.getCode() != NO_SUCH_COMMAND) {
        throw e;
      }
      // Servers before 4.4.2 and compatible servers know only this command.
      return run("isMaster", deadline);
    }
  }

  Instant now(Deadline deadline) {
    return Instant.ofEpochMilli(hello(deadline).getDateTime("localTime").getValue());
  }

  /**
   * Returns whether another member can replace the primary. In that case a read must confirm the
   * primary first.
   */
  static boolean isReplicated(BsonDocument hello) {
    return hello.containsKey("setName") || isRouter(hello);
  }

  private static boolean isRouter(BsonDocument hello) {
    return hello.getString("msg", new BsonString("")).getValue().equals("isdbgrid");
  }

  Durability durability(BsonDocument hello, Deadline deadline) {
    SettingList settings = new SettingList().add("writeConcern", "majority, j=true");
    if (isRouter(hello)) {
      String risk = "not known: a router does not show the settings of its shards";
      return settings.add("msg", "isdbgrid", false, risk).durability();
    }
    if (hello.containsKey("setName")) {
      // Arbiters, which hold no data, are in neither list.
      int members = hello.getArray("hosts", NONE).size()
          + hello.getArray("passives", NONE).size();
      settings
          .add("setName", hello.getString("setName").getValue())
          .add(
              "members",
              Integer.toString(members),
              members > 1,
              "one member with data, so all claims if its disk is lost");
    } else {
      settings.add(
          "setName", "none", false, "not a replica set, so all claims if its disk is lost");
    }
    return addStorageEngine(settings, deadline).durability();
  }

  private SettingList addStorageEngine(SettingList settings, Deadline deadline) {
    String name = "storageEngine";
    String unknown = "not known: whether claims reach a disk";
    try {
      BsonDocument status = run("serverStatus", deadline);
      if (!status.containsKey(name)) {
        return settings.add(name, "not reported", false, unknown);
      }
      BsonDocument engine = status.getDocument(name);
      String named = engine.getString("name", new BsonString("unnamed")).getValue();
      if (!engine.getBoolean("persistent", BsonBoolean.TRUE).getValue()) {
        throw misconfigured(
            "mongodb store",
            "the server keeps its data in memory only, so it would lose all claims when it stops:"
                + " {}={}",
            name,
            named);
      }
      return settings.add(name, named);
    } catch (MongoCommandException e) {
      String reason = e.getErrorCode() == UNAUTHORIZED
          ? "not readable without the role clusterMonitor"
          : "not readable (error " + e.getErrorCode() + ")";
      return settings.add(name, reason, false, unknown);
    }
  }

  private BsonDocument run(String command, Deadline deadline) {
    return client
        .getDatabase(ADMIN)
        .withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS)
        .runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
  }
}
