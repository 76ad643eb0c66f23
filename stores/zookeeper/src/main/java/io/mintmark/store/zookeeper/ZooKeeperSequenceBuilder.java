package io.mintmark.store.zookeeper;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;

/** Says which nodes a {@link ZooKeeperSequence} is made of, and where. Not thread-safe. */
public final class ZooKeeperSequenceBuilder {

  /** The longest prefix, in characters. */
  public static final int MAX_PREFIX_LENGTH = 100;

  private static final Pattern PREFIX =
      Pattern.compile("[A-Za-z0-9._:-]{0," + MAX_PREFIX_LENGTH + "}");

  private final ConnectionSource way = new ConnectionSource("sequence");
  private String root = "";
  private String prefix = "";

  ZooKeeperSequenceBuilder() {}

  /**
   * Says where the servers are. The sequence then has a session of its own.
   *
   * @param url {@code zookeeper://HOST:PORT,...} without a path
   * @return this
   * @throws ConfigurationException if the URL is wrong
   */
  public ZooKeeperSequenceBuilder url(String url) {
    way.url(ZooKeeperUrl.parse(url));
    return this;
  }

  /**
   * Gives a client, started before, whose session and user the sequence shares. It is left open.
   *
   * @param client the client; its namespace, if it has one, comes before the root
   * @return this
   */
  public ZooKeeperSequenceBuilder client(CuratorFramework client) {
    way.client(client);
    return this;
  }

  /**
   * Says whose children the nodes are. It is made if it is not there, and stays.
   *
   * @param path an absolute path of 1 to 200 characters, for example {@code /ids}
   * @return this
   */
  public ZooKeeperSequenceBuilder root(String path) {
    this.root = path;
    return this;
  }

  /**
   * Says what stands before the numbers.
   *
   * @param name up to {@value #MAX_PREFIX_LENGTH} characters of {@code A-Z a-z 0-9 . _ : -}, for
   *     example {@code order-}; empty if nothing is said
   * @return this
   */
  public ZooKeeperSequenceBuilder prefix(String name) {
    this.prefix = name;
    return this;
  }

  /**
   * Sets the deadline of every call, opening too.
   *
   * @param duration above zero; by default 5 seconds
   * @return this
   */
  public ZooKeeperSequenceBuilder timeout(Duration duration) {
    way.timeout(duration);
    return this;
  }

  /**
   * Opens the sequence.
   *
   * @return the open sequence, which the caller closes
   * @throws ConfigurationException if something that was said is wrong, or if the user may not make
   *     the parent
   * @throws StoreUnavailableException if the servers cannot be reached in time
   */
  public ZooKeeperSequence open() {
    List<String> faults = new ArrayList<>();
    ZooKeeperUrl.checkPath("a sequence's root", root, faults);
    if (!PREFIX.matcher(prefix).matches()) {
      faults.add(Message.of(
          "the prefix is not up to {} characters of A-Z a-z 0-9 . _ : -: length={}",
          MAX_PREFIX_LENGTH,
          prefix.length()));
    }
    if (!way.path("").isEmpty()) {
      faults.add(Message.of("the path is no root of a sequence: path='{}'", way.path("")));
    }
    return way.go(
        faults, connection -> ZooKeeperSequence.open(connection, root, prefix, way.timeout()));
  }
}
