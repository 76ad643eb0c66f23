package io.mintmark.store.zookeeper;

import io.mintmark.error.Message;
import io.mintmark.store.engine.OpenSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Settings of a {@link ZooKeeperSequence}: the servers and the nodes. Not thread-safe. */
public final class ZooKeeperSequenceBuilder
    extends EnsembleBuilder<ZooKeeperSequenceBuilder, ZooKeeperSequence> {

  /** The maximum length of the prefix, in characters. */
  public static final int MAX_PREFIX_LENGTH = 100;

  private static final Pattern PREFIX =
      Pattern.compile("[A-Za-z0-9._:-]{0," + MAX_PREFIX_LENGTH + "}");

  private String root = "";
  private String prefix = "";

  ZooKeeperSequenceBuilder() {
    super("sequence");
  }

  /**
   * Sets the parent of the nodes. The parent is made if it does not exist, and is never removed.
   *
   * @param path an absolute path of 1 to 200 characters, for example {@code /ids}
   * @return this
   */
  public ZooKeeperSequenceBuilder root(String path) {
    this.root = path;
    return this;
  }

  /**
   * Sets the names' prefix, which is in front of the numbers.
   *
   * @param name up to {@value #MAX_PREFIX_LENGTH} characters of {@code A-Z a-z 0-9 . _ : -}, for
   *     example {@code order-}; empty by default
   * @return this
   */
  public ZooKeeperSequenceBuilder prefix(String name) {
    this.prefix = name;
    return this;
  }

  @Override
  protected ZooKeeperSequence openNow() {
    List<String> faults = new ArrayList<>();
    ZooKeeperUrl.checkPath("root", root, faults);
    if (!PREFIX.matcher(prefix).matches()) {
      faults.add(Message.of(
          "no such prefix: length={}; it is up to {} characters of A-Z a-z 0-9 . _ : -",
          prefix.length(),
          MAX_PREFIX_LENGTH));
    }
    Optional<ZooKeeperUrl> url = url().map(ZooKeeperUrl::ofStore);
    url.map(ZooKeeperUrl::namespace)
        .filter(path -> !path.isEmpty())
        .ifPresent(path -> faults.add(
            Message.of("a path in the URL of a sequence, which has a root: path='{}'", path)));
    Connection connection = connect(url, faults);
    OpenSettings settings =
        settings(connection.address() + root, url.map(ZooKeeperUrl::strict).orElse(false));
    return opened(
        connection.subject(),
        connection::close,
        () -> ZooKeeperSequence.open(connection, root, prefix, settings));
  }
}
