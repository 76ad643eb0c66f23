package io.mintmark.mybatis;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.mintmark.Mintmark;
import io.mintmark.mybatis.Entities.User;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Scanner;
import org.apache.ibatis.builder.MapperBuilderAssistant;

/**
 * The main class of many processes with the same configuration. It prints {@code ready}, waits for
 * a word on standard input, writes ids into a file, and prints {@code done}.
 */
final class CopyOfApplication {

  /**
   * The claim timeout. After its start, Redis may have forgotten claims, so worker numbers cannot
   * be taken for a while.
   */
  private static final Duration WHILE_REDIS_IS_YOUNG = Duration.ofSeconds(45);

  private CopyOfApplication() {}

  /** The arguments are the store's URL, the file, and the number of ids to make. */
  public static void main(String[] arguments) throws IOException {
    int rows = Integer.parseInt(arguments[2]);
    TableInfoHelper.initTableInfo(
        new MapperBuilderAssistant(new MybatisConfiguration(), ""), User.class);
    try (Mintmark mint = Mintmark.builder()
            .store(arguments[0])
            .claimTimeout(WHILE_REDIS_IS_YOUNG)
            .open();
        Scanner told = new Scanner(System.in, StandardCharsets.UTF_8)) {
      IdentifierGenerator generator =
          MintmarkIdentifierGenerator.of(mint, Entities.CONFIG, Optional.empty());
      System.out.println("ready");
      told.next();
      long[] ids = new long[rows];
      for (int row = 0; row < rows; row++) {
        ids[row] = generator.nextId(new User()).longValue();
      }
      write(ids, Path.of(arguments[1]));
      System.out.println("done");
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
