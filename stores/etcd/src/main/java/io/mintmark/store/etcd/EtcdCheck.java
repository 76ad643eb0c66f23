package io.mintmark.store.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.maintenance.AlarmMember;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Durability;
import io.mintmark.store.engine.Causes;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.SettingList;
import java.util.List;

/**
 * Finds out before the first claim whether the cluster can be used, and what it may lose.
 *
 * @param connection to the cluster
 * @param keys where the lines are
 * @param subject names the store in messages
 */
record EtcdCheck(EtcdConnection connection, EtcdKeys keys, String subject) {

  private static final String ALARM = "alarm";

  /**
   * Looks at the cluster.
   *
   * @throws EtcdException if it cannot be used, see {@link #explain}
   */
  Durability run(Deadline deadline) {
    probe(deadline);
    return durability(deadline);
  }

  /** Needs the same rights as a claim, and writes nothing: no key has a version below 0. */
  private void probe(Deadline deadline) {
    ByteSequence key = keys.key("");
    Cmp never = new Cmp(key, Cmp.Op.LESS, CmpTarget.version(0));
    connection.greet(
        client -> client
            .getKVClient()
            .txn()
            .If(never)
            .Then(Op.put(key, ByteSequence.EMPTY, PutOption.DEFAULT))
            .Else(Op.get(key, GetOption.DEFAULT))
            .commit(),
        deadline);
  }

  private Durability durability(Deadline deadline) {
    long voting =
        connection
            .ask(client -> client.getClusterClient().listMember(), deadline)
            .getMembers()
            .stream()
            .filter(member -> !member.isLearner())
            .count();
    SettingList settings = new SettingList()
        .add(
            "voting members",
            Long.toString(voting),
            voting > 1,
            "one member, so all claims if its disk is lost");
    try {
      List<AlarmMember> alarms = connection
          .ask(client -> client.getMaintenanceClient().listAlarms(), deadline)
          .getAlarms();
      if (alarms.isEmpty()) {
        settings.add(ALARM, "none");
      }
      for (AlarmMember alarm : alarms) {
        String member = Long.toHexString(alarm.getMemberId());
        settings.add(
            ALARM, alarm.getAlarmType() + " at member " + member, false, "the cluster needs care");
      }
    } catch (EtcdException e) {
      if (e.getErrorCode() != ErrorCode.PERMISSION_DENIED) {
        throw e;
      }
      settings.add(ALARM, "not readable without the role root");
    }
    return settings.durability();
  }

  /** Tells what a user can do about an error at opening. */
  MintmarkException explain(EtcdException e) {
    // The client wraps what it hears when it shows a password.
    String message = String.join(": ", Causes.messages(e));
    if (message.contains("authentication failed") || message.contains("user name is empty")) {
      return new ConfigurationException(subject, "etcd refused the user and the password");
    }
    if (e.getErrorCode() == ErrorCode.PERMISSION_DENIED) {
      return new ConfigurationException(
          subject,
          "the user may not read and write the lines; an administrator runs: etcdctl role add"
              + " mintmark && etcdctl role grant-permission mintmark readwrite --prefix=true "
              + keys.base()
              + " && etcdctl user grant-role USER mintmark");
    }
    return new StoreUnavailableException(Message.of("etcd cannot be used: reason={}", message), e);
  }
}
