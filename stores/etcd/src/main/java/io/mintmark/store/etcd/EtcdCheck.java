package io.mintmark.store.etcd;

import static io.mintmark.store.engine.Failures.unavailable;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.GetOption;
import io.etcd.jetcd.options.PutOption;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.Durability;
import io.mintmark.store.engine.Causes;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.SettingList;

/**
 * Checks before the first claim whether the cluster can be used, and which writes it may lose.
 *
 * @param connection the connection to the cluster
 * @param keys the lines' keys
 * @param subject the store's name in messages
 */
record EtcdCheck(EtcdConnection connection, EtcdKeys keys, String subject) {

  /**
   * Checks the cluster.
   *
   * @throws EtcdException if it cannot be used, see {@link #explain}
   */
  Durability run(Deadline deadline) {
    probe(deadline);
    return durability(deadline);
  }

  /**
   * Sends a transaction that needs the same rights as a claim. Its condition is never true, because
   * no key has a version below 0, so it writes nothing.
   */
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
    return new SettingList()
        .add(
            "voting members",
            Long.toString(voting),
            voting > 1,
            "one member, so all claims if its disk is lost")
        .durability();
  }

  /** Converts an error at opening to an exception that describes a remedy. */
  MintmarkException explain(EtcdException e) {
    // The client wraps the error that it gets when it authenticates.
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
    return unavailable(e, "etcd cannot be used: reason={}", message);
  }
}
