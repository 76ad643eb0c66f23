package io.mintmark.peers;

import com.xfvape.uid.impl.DefaultUidGenerator;
import com.xfvape.uid.worker.DisposableWorkerIdAssigner;
import com.xfvape.uid.worker.dao.WorkerNodeDAO;
import com.xfvape.uid.worker.entity.WorkerNodeEntity;
import io.mintmark.peers.Peer.IdSource;
import io.mintmark.peers.Peer.Place;
import io.mintmark.store.jdbc.Engines;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;

/**
 * uid-generator: each start of a process inserts a row, and the row's number is the worker number.
 */
final class UidGeneratorPeer {

  /**
   * uid-generator's script for MySQL. Uses a lock, because two processes may execute it at once.
   */
  private static final String CREATE = """
      select pg_advisory_xact_lock(1); create table if not exists worker_node (
        id bigint generated always as identity primary key, host_name varchar(64) not null,
        port varchar(64) not null, type int not null, launch_date date not null,
        modified timestamp not null, created timestamp not null)""";

  private static final String INSERT = """
      insert into worker_node (host_name, port, type, launch_date, modified, created)
      values (?, ?, ?, current_date, now(), now()) returning id""";

  private UidGeneratorPeer() {}

  static IdSource open(Place place) throws Exception {
    DisposableWorkerIdAssigner assigner = new DisposableWorkerIdAssigner();
    assigner.setWorkerNodeDAO(new Table(Engines.postgresUrl(place.port())));
    DefaultUidGenerator generator = new DefaultUidGenerator();
    generator.setTimeBits(30);
    generator.setWorkerBits(20);
    generator.setSeqBits(13);
    generator.setEpochStr("2016-05-20");
    generator.setWorkerIdAssigner(assigner);
    generator.afterPropertiesSet();
    return ids -> ids.add(generator.getUID());
  }

  /** Executes the statement of uid-generator's mapper, without MyBatis. */
  private record Table(String url) implements WorkerNodeDAO {

    @Override
    public WorkerNodeEntity getWorkerNodeByHostPort(String host, String port) {
      throw new UnsupportedOperationException("a disposable worker number is never looked up");
    }

    @Override
    public void addWorkerNode(WorkerNodeEntity node) {
      try (Connection connection = DriverManager.getConnection(url)) {
        connection.setAutoCommit(false);
        try (Statement create = connection.createStatement();
            PreparedStatement insert = connection.prepareStatement(INSERT)) {
          create.execute(CREATE);
          insert.setString(1, node.getHostName());
          insert.setString(2, node.getPort());
          insert.setObject(3, node.getType(), Types.INTEGER);
          try (ResultSet row = insert.executeQuery()) {
            if (row.next()) {
              node.setId(row.getLong(1));
            }
          }
        }
        connection.commit();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
