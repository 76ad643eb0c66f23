package io.mintmark.store.zookeeper;

import io.mintmark.internal.store.Durability;
import io.mintmark.internal.store.Durability.Setting;
import io.mintmark.store.engine.Deadline;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the facts about durability that the servers show to every client: the ensemble's members.
 * Only an administrator can find out whether each server syncs its log ({@code forceSync}).
 */
final class Ensemble {

  /** The servers' own node with the list of members, which servers before 3.5 do not have. */
  private static final String MEMBERS = "/zookeeper/config";

  private static final Pattern VOTER =
      Pattern.compile("(?m)^server\\.\\d+=(?!.*:observer(?:;|$)).*$");

  private Ensemble() {}

  static Durability read(Connection connection, Deadline deadline) {
    try {
      Handle session = connection.handle(deadline);
      return durability(connection.reply(deadline, session.read(MEMBERS)));
    } catch (KeeperException e) {
      if (e.code() != KeeperException.Code.NOAUTH) {
        throw connection.refused(e);
      }
      return unreadable("not readable by this user");
    }
  }

  static Durability durability(Handle.@Nullable Data config) {
    if (config == null) {
      return unreadable("not reported by servers before 3.5");
    }
    long voters = VOTER.matcher(config.text()).results().count();
    Setting members = voters > 1
        ? Setting.good("voting members", Long.toString(voters))
        : new Setting("voting members", "1", "everything, with this one server's disk");
    return new Durability(List.of(members, forceSync()));
  }

  private static Durability unreadable(String why) {
    return new Durability(List.of(Setting.good("voting members", why), forceSync()));
  }

  private static Setting forceSync() {
    return Setting.good("forceSync", "not shown to clients; must be yes on every server");
  }
}
