package io.mintmark.store.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.ObservedLife;
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
  private static final String IN_MEMORY = "all claims when the servers stop, as it is in memory";
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
   * Reads the life, identified by the primary's process and election. Servers before 4.4 do not
   * report the process, so there only the election identifies the life.
   */
  EngineLife life(ObservedLife seen, Deadline deadline) {
    BsonDocument hello = hello(deadline);
    BsonDocument version = hello.getDocument("topologyVersion", new BsonDocument());
    String id = version.get("processId") + "-" + hello.get("electionId");
    Instant now = Instant.ofEpochMilli(hello.getDateTime("localTime").getValue());
    return seen.seen(id, now, now);
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
      return settings.add(
          name,
          engine.getString("name", new BsonString("unnamed")).getValue(),
          engine.getBoolean("persistent", BsonBoolean.TRUE).getValue(),
          IN_MEMORY);
    } catch (MongoCommandException e) {
      String reason = e.getErrorCode() == UNAUTHORIZED
          ? "not readable without the role clusterMonitor"
          : "not readable (error " + e.getErrorCode() + ")";
      return settings.add(name, reason, false, unknown);
    }
  }

  /**
   * Returns whether the server reported an in-memory engine. An engine that reports nothing counts
   * as persistent.
   */
  static boolean isInMemory(Durability durability) {
    return durability.settings().stream().anyMatch(setting -> setting.risk().equals(IN_MEMORY));
  }

  private BsonDocument run(String command, Deadline deadline) {
    return client
        .getDatabase(ADMIN)
        .withTimeout(deadline.leftMs(), TimeUnit.MILLISECONDS)
        .runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
  }
}
