package io.mintmark.store.file;

import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.ClaimStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileStoreContractTest extends ClaimStoreContract {

  @TempDir
  Path directory;

  @Override
  protected ClaimStore open() {
    return FileStore.open(directory);
  }
}
