package io.mintmark.example.orders;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts processes that insert, then shows where the rows are and how they are found. */
@Command(
    name = "run",
    description = "Users in 4 databases of 4 tables, their orders in 4 databases of 2 tables.",
    sortOptions = false)
final class Main implements Callable<Integer> {

  private static final int HELP_WIDTH = 100;

  @Option(
      names = "--orders",
      paramLabel = "N",
      description = "How many orders to insert. Default: ${DEFAULT-VALUE}")
  private int orders = 10_000;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description = "How many insert them. Default: ${DEFAULT-VALUE}")
  private int processes = 4;

  @Option(
      names = "--database",
      paramLabel = "URL",
      description = {
        "The server to create the databases order_0 to order_3 on, for example",
        "jdbc:mariadb://127.0.0.1:3306/?user=root&sslMode=disable or",
        "jdbc:postgresql://127.0.0.1:5432/?user=postgres.",
        "Without it they are embedded ones, deleted in the end."
      })
  private Optional<String> database = Optional.empty();

  @Option(
      names = "--drop",
      description = "Drop databases of these names first, with all that is in them.")
  private boolean drop;

  @Option(names = "--help", usageHelp = true, description = "Show this.")
  @SuppressWarnings("UnusedVariable") // The field only declares the option.
  private boolean help;

  @Spec
  private CommandSpec spec;

  public static void main(String[] args) {
    PrintWriter out = text(FileDescriptor.out);
    PrintWriter err = text(FileDescriptor.err);
    System.exit(run(out, err, args)); // ShardingSphere's threads would keep the process alive.
  }

  private static PrintWriter text(FileDescriptor stream) {
    return new PrintWriter(new FileOutputStream(stream), true, StandardCharsets.UTF_8);
  }

  /**
   * Runs the example. Returns the exit code: 0 for success, 1 for a failure, 2 for wrong arguments.
   */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    Logger.getLogger("").setLevel(Level.WARNING);
    return new CommandLine(new Main())
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(HELP_WIDTH)
        .setExecutionExceptionHandler((e, line, parsed) -> {
          err.println("sharded-orders: " + e.getMessage());
          return CommandLine.ExitCode.SOFTWARE;
        })
        .execute(args);
  }

  @Override
  public Integer call() throws Exception {
    int perProcess = Inserter.ORDERS_OF_A_USER * Math.max(processes, 1);
    if (processes < 1 || orders < perProcess || orders % perProcess != 0) {
      throw new ParameterException(
          spec.commandLine(),
          "each process makes users of " + Inserter.ORDERS_OF_A_USER + " orders: --orders=" + orders
              + " is not a multiple of " + perProcess + ", --processes=" + processes);
    }
    Report report = new Report(
        spec.commandLine().getOut(), spec.commandLine().getColorScheme().ansi());
    try (Site site =
            database.isPresent() ? new ServerSite(database.get(), drop) : new EmbeddedSite();
        Tables tables = new Tables(site)) {
      tables.create();
      report.title(processes + " processes insert orders: " + site.title());
      List<String> inserted = insert(site, report);
      report.tables(tables.count());
      System.getProperties().putAll(site.placeholders());
      SqlLog log = new SqlLog();
      try (Shop shop = new Shop()) {
        join(shop, log, report);
        find(shop, log, inserted, report);
      }
    }
    return CommandLine.ExitCode.OK;
  }

  private List<String> insert(Site site, Report report) throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (Inserters inserters = new Inserters()) {
      int users = orders / processes / Inserter.ORDERS_OF_A_USER;
      for (int i = 0; i < processes; i++) {
        inserters.start(site.placeholders(), i * users, users);
      }
      List<String> inserted = inserters.orders();
      report.count(
          "orders inserted, each with a number of its own",
          new HashSet<>(inserted).size(),
          orders,
          System.nanoTime() - start);
      return inserted;
    }
  }

  private void join(Shop shop, SqlLog log, Report report) throws SQLException {
    report.title("Orders are in their user's database: joins need no other");
    long start = System.nanoTime();
    long beside = shop.ordersBesideTheirUsers();
    report.count(
        "orders found by a join inside each database", beside, orders, System.nanoTime() - start);
    log.take();
    String user = Inserter.outsideId(0);
    report.fact(
        "%d orders of %s, by a join in the user's database:",
        shop.ordersOf(user).size(), user);
    report.statements(log.take());
  }

  private void find(Shop shop, SqlLog log, List<String> inserted, Report report)
      throws SQLException {
    report.title("An order is found by its number alone");
    long found = 0;
    long start = System.nanoTime();
    for (String number : inserted) {
      if (shop.order(number).isPresent() && SqlLog.tables(log.take()).size() == 1) {
        found++;
      }
    }
    report.count(
        "orders found, each with one table touched", found, orders, System.nanoTime() - start);
    String last = inserted.get(inserted.size() - 1);
    report.key(last);
    shop.order(last).ifPresent(order -> report.fact("is: %s", order));
    report.statements(log.take());
  }
}
