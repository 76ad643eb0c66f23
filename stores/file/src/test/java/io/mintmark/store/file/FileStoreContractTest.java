package io.mintmark.store.file;

import io.mintmark.internal.store.LineStore;
import io.mintmark.testkit.ClaimStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileStoreContractTest extends ClaimStoreContract {

  @TempDir
  Path directory;

  @Override
  protected LineStore open() {
    return FileStore.open(directory);
  }
}
