package io.mintmark.mybatisplus;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.mintmark.Mintmark;
import io.mintmark.mybatisplus.Entities.User;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Scanner;
import org.apache.ibatis.builder.MapperBuilderAssistant;

/**
 * One of many processes with the same configuration. Each word that it is told names a generator,
 * MyBatis-Plus' own or ours, and a file that it writes ids of it into; then it says that it is
 * done.
 */
final class CopyOfApplication {

  static final String OWN = "own";
  static final String OURS = "ours";

  /** A Redis that has just come up may have forgotten claims, and lends no worker number yet. */
  private static final Duration WHILE_REDIS_IS_YOUNG = Duration.ofSeconds(45);

  private CopyOfApplication() {}

  /** Takes the store's URL, the directory for the files, and how many ids to make. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[1]);
    int rows = Integer.parseInt(arguments[2]);
    TableInfoHelper.initTableInfo(
        new MapperBuilderAssistant(new MybatisConfiguration(), ""), User.class);
    IdentifierGenerator own = new DefaultIdentifierGenerator(InetAddress.getLocalHost());
    try (Mintmark mint = Mintmark.builder()
            .store(arguments[0])
            .claimTimeout(WHILE_REDIS_IS_YOUNG)
            .open();
        Scanner told = new Scanner(System.in, StandardCharsets.UTF_8)) {
      IdentifierGenerator ours =
          MintmarkIdentifierGenerator.of(mint, Entities.CONFIG, Optional.empty());
      System.out.println("ready");
      while (told.hasNext()) {
        String word = told.next();
        long[] ids = new long[rows];
        IdentifierGenerator generator = word.equals(OWN) ? own : ours;
        for (int row = 0; row < rows; row++) {
          ids[row] = generator.nextId(new User()).longValue();
        }
        write(ids, directory.resolve(word));
        System.out.println("done");
      }
    }
  }

  private static void write(long[] ids, Path file) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      for (long id : ids) {
        out.writeLong(id);
      }
    }
  }
}
