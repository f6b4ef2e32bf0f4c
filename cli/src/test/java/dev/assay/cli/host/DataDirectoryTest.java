package dev.assay.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  @TempDir Path home;

  @Test
  void anEmbeddedSystemHasOnePartitionUnlessItsFileSaysOtherwise() throws Exception {
    assertThat(partitions()).isEqualTo(1);

    Files.writeString(home.resolve("assay.yaml"), "http: {port: 1}");
    assertThat(partitions()).isEqualTo(1);

    Files.writeString(home.resolve("assay.yaml"), "kafka: {partitions: 4}");
    assertThat(partitions()).isEqualTo(4);
  }

  private int partitions() {
    return DataDirectory.config(home, null, Map.of()).kafka().partitions();
  }
}
