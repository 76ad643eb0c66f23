package io.mintmark.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ConfigurationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedTest {

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
        fault -> told.add(fault.map(Throwable::toString).orElse("ok")));
  }

  private String read() {
    reads++;
    try {
      String text = Files.readString(file);
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
  void look_withoutAChange_readsNothing() {
    ReloadedFiles<String> watched = watched();
    watched.reloadIfChanged();

    assertThat(reads).isEqualTo(1);
    assertThat(told).isEmpty();
  }

  @Test
  void look_afterAChange_readsAgainAndTells() throws IOException {
    ReloadedFiles<String> watched = watched();
    Files.writeString(file, "other");
    watched.reloadIfChanged();

    assertThat(watched.get()).isEqualTo("other");
    assertThat(told).containsExactly("ok");
  }

  @Test
  void look_afterAnotherFileOfTheSameSizeAndTimeTookItsPlace_readsAgain() throws IOException {
    ReloadedFiles<String> watched = watched();
    FileTime time = Files.getLastModifiedTime(file);
    Path other = Files.writeString(directory.resolve("other"), "two");
    Files.setLastModifiedTime(other, time);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    watched.reloadIfChanged();

    assertThat(watched.get()).isEqualTo("two");
  }

  @Test
  void look_afterABadChange_keepsWhatWasReadUntilAGoodOne() throws IOException {
    ReloadedFiles<String> watched = watched();
    Files.writeString(file, "broken");
    watched.reloadIfChanged();
    watched.reloadIfChanged();
    assertThat(watched.get()).isEqualTo("one");
    assertThat(told).singleElement().asString().contains("broken");

    Files.delete(file);
    watched.reloadIfChanged();
    assertThat(watched.get()).isEqualTo("one");

    Files.writeString(file, "whole");
    watched.reloadIfChanged();
    assertThat(watched.get()).isEqualTo("whole");
  }

  @Test
  void first_thatCannotBeRead_isRefused() throws IOException {
    Files.writeString(file, "broken");

    assertThatThrownBy(this::watched).isInstanceOf(ConfigurationException.class);
  }
}
