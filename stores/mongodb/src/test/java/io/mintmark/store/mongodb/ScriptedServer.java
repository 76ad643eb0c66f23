package io.mintmark.store.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The wire-compatible server in memory, with answers of a test's own to some commands. */
final class ScriptedServer extends MemoryBackend {

  private final Map<String, Document> answers = new ConcurrentHashMap<>();
  private final List<Document> heard = new CopyOnWriteArrayList<>();
  private final MongoServer server = new MongoServer(this);
  private final String url = server.bindAndGetConnectionString();

  /** Returns the URL without a database. */
  String url() {
    return url;
  }

  /** Answers each command of a name so from now on, and does nothing. */
  void answer(String command, Document answer) {
    answers.put(command, answer);
  }

  /** Answers each command of a name with an error from now on. */
  void refuse(String command, int code, String message) {
    answer(command, new Document("ok", 0.0).append("code", code).append("errmsg", message));
  }

  /** Returns the commands of a name, in the order in which they came. */
  List<Document> heard(String command) {
    return heard.stream().filter(each -> each.containsKey(command)).toList();
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    heard.add(command);
    Document answer = answers.get(command.keySet().iterator().next());
    return answer == null ? super.handleMessage(message) : answer;
  }

  /** Stops the server, which closes this. */
  void stop() {
    server.shutdownNow();
  }
}
