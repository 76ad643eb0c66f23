package io.mintmark.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.StoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadedFilesTest {

  @TempDir
  private Path directory;

  private final List<String> told = new ArrayList<>();
  private Path file;
  private int reads;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), "one");
  }

  private ReloadedFiles<String> watched() {
    return new ReloadedFiles<>(
        "file",
        List.of(file),
        this::read,
        fault -> told.add(fault.map(Throwable::toString).orElse("ok")),
        InstantSource.fixed(Instant.EPOCH));
  }

  /** Looks twice, because a change is applied at the second look that finds it. */
  private static void look(ReloadedFiles<String> watched) {
    watched.reloadIfChanged();
    watched.reloadIfChanged();
  }

  private String read() {
    reads++;
    try {
      String text = Files.readString(file);
      if (text.equals("away")) {
        throw new StoreUnavailableException("away");
      }
      if (text.equals("broken")) {
        throw new ConfigurationException("file", "broken");
      }
      return text;
    } catch (NoSuchFileException e) {
      throw new ConfigurationException("file", "not there");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void reloadIfChanged_noChange_readsNothing() {
    ReloadedFiles<String> watched = watched();
    look(watched);

    assertThat(reads).isEqualTo(1);
    assertThat(told).isEmpty();
  }

  @Test
  void reloadIfChanged_change_readsAgainAndNotifies() throws IOException {
    ReloadedFiles<String> watched = watched();
    Files.writeString(file, "other");
    look(watched);

    assertThat(watched.get()).isEqualTo("other");
    assertThat(told).containsExactly("ok");
  }

  @Test
  void reloadIfChanged_replacedWithTheSameSizeAndTime_readsAgain() throws IOException {
    ReloadedFiles<String> watched = watched();
    FileTime time = Files.getLastModifiedTime(file);
    Path other = Files.writeString(directory.resolve("other"), "two");
    Files.setLastModifiedTime(other, time);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    look(watched);

    assertThat(watched.get()).isEqualTo("two");
  }

  @Test
  void reloadIfChanged_invalidFile_keepsTheOldValueUntilAValidOne() throws IOException {
    ReloadedFiles<String> watched = watched();
    Files.writeString(file, "broken");
    look(watched);
    look(watched);
    assertThat(watched.get()).isEqualTo("one");
    assertThat(watched.status().fault()).hasValue("file: broken");
    assertThat(told).singleElement().asString().contains("broken");

    Files.delete(file);
    look(watched);
    assertThat(watched.get()).isEqualTo("one");

    Files.writeString(file, "whole");
    look(watched);
    assertThat(watched.get()).isEqualTo("whole");
  }

  @Test
  void first_unreadable_throws() throws IOException {
    Files.writeString(file, "broken");

    assertThatThrownBy(this::watched).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void reloadIfChanged_stillBeingWritten_keepsTheOldValue() throws IOException {
    ReloadedFiles<String> watched = watched();
    Files.writeString(file, "a");
    watched.reloadIfChanged();
    Files.writeString(file, "a whole");
    watched.reloadIfChanged();
    assertThat(watched.get()).isEqualTo("one");

    watched.reloadIfChanged();
    assertThat(watched.get()).isEqualTo("a whole");
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void reloadIfChanged_changeWithTheSameSizeAndTime_readsAgain() throws IOException {
    ReloadedFiles<String> watched = watched();
    FileTime time = Files.getLastModifiedTime(file);
    Files.writeString(file, "two");
    Files.setLastModifiedTime(file, time);
    look(watched);

    assertThat(watched.get()).isEqualTo("two");
  }

  @Test
  void reloadIfChanged_symbolicLinkOfTheDirectoryChanged_readsAgain() throws IOException {
    Path first = Files.createDirectory(directory.resolve("..1"));
    Path second = Files.createDirectory(directory.resolve("..2"));
    Files.writeString(first.resolve("file"), "one");
    Files.writeString(second.resolve("file"), "two");
    Path data = Files.createSymbolicLink(directory.resolve("..data"), first);
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("..data", "file"));
    ReloadedFiles<String> watched = watched();
    Path fresh = Files.createSymbolicLink(directory.resolve("..fresh"), second);
    Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
    look(watched);

    assertThat(watched.get()).isEqualTo("two");
  }

  @Test
  void reloadIfChanged_storeDown_retriesAndNotifiesOnce() throws IOException {
    ReloadedFiles<String> watched = watched();
    Files.writeString(file, "away");
    look(watched);
    look(watched);
    assertThat(told).containsExactly("io.mintmark.error.StoreUnavailableException: away");
    assertThat(watched.status().fault()).isPresent();
    assertThat(reads).isEqualTo(4);

    Files.writeString(file, "back");
    look(watched);
    assertThat(watched.get()).isEqualTo("back");
    assertThat(watched.status().fault()).isEmpty();
  }

  @Test
  void reload_noChange_readsAgain() {
    ReloadedFiles<String> watched = watched();
    watched.reload();

    assertThat(reads).isEqualTo(2);
    assertThat(told).containsExactly("ok");
  }
}
