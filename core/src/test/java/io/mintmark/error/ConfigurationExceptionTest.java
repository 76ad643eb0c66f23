package io.mintmark.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigurationExceptionTest {

  @Test
  void faults_afterSerialization_areKept() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ConfigurationException("sequence 'a'", List.of("step=0", "offset=-1")));
    }

    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    ConfigurationException read = (ConfigurationException) in.readObject();

    assertThat(read).hasMessage("sequence 'a': step=0; offset=-1");
    assertThat(read.faults()).containsExactly("step=0", "offset=-1");
  }
}
