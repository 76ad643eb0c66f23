package io.mintmark.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.junit.jupiter.api.Test;

final class MintmarkStoresTest {

  private static final AlgorithmSQLContext ROWS =
      new AlgorithmSQLContext("database", "schema", "t_user", "id");

  private static SnowflakeKeyGenerateAlgorithm algorithm() {
    Properties properties = new Properties();
    properties.setProperty("store", "memory:");
    properties.setProperty("name", "closed/users");
    SnowflakeKeyGenerateAlgorithm algorithm = new SnowflakeKeyGenerateAlgorithm();
    algorithm.init(properties);
    return algorithm;
  }

  @Test
  void open_sameUrl_returnsOneMintmark() {
    assertThat(MintmarkStores.open("memory:")).isSameAs(MintmarkStores.open("memory:"));
  }

  @Test
  void closeAll_algorithms_failUntilRecreated() {
    SnowflakeKeyGenerateAlgorithm before = algorithm();
    assertThat(before.generateKeys(ROWS, 2)).hasSize(2);

    MintmarkStores.closeAll();

    assertThatThrownBy(() -> before.generateKeys(ROWS, 1)).isInstanceOf(ClosedException.class);
    assertThat(algorithm().generateKeys(ROWS, 2)).hasSize(2);
    MintmarkStores.closeAll();
  }
}
