package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.rigs.ToolRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counters of PHP and Python applications on Redis, with Debian's packages. */
@Tag("long")
class CacheCountersTest {

  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private static final String LARAVEL = """
      <?php
      foreach (['Container', 'Redis', 'Cache'] as $part) {
        require "Illuminate/$part/autoload.php";
      }
      require 'Predis/autoload.php';
      function tell($what, $call) {
        try {
          echo $what, ' ', var_export($call(), true), "\\n";
        } catch (Throwable $e) {
          echo "\\n", $what, ' refused: ', substr($e->getMessage(), 0, 30), "\\n";
        }
      }
      $client = $argv[1];
      $servers = ['default' => ['host' => '127.0.0.1', 'port' => $argv[2], 'database' => 0]];
      $container = new Illuminate\\Container\\Container;
      $redis = new Illuminate\\Redis\\RedisManager($container, $client, $servers);
      $cache = new Illuminate\\Cache\\Repository(
          new Illuminate\\Cache\\RedisStore($redis, 'shop_cache'));
      tell('increment', fn() => $cache->increment('orders'));
      tell('by 9', fn() => $cache->increment('orders', 9));
      tell('get', fn() => $cache->get('orders'));
      tell('forever', fn() => $cache->forever('orders', 0));
      tell('put', fn() => $cache->put('orders', 0, 60));
      tell('add', fn() => $cache->add('parcels', 0, 60));
      tell('decrement', fn() => $cache->decrement('orders'));
      tell('increment', fn() => $cache->increment('orders'));
      tell('incr', fn() => $redis->connection()->incr('shop_cache:orders'));
      """;

  private static final String DJANGO = """
      import sys
      import redis
      from django.conf import settings
      url = 'redis://127.0.0.1:%s/0' % sys.argv[1]
      settings.configure(CACHES={
          'default': {'BACKEND': 'django_redis.cache.RedisCache', 'LOCATION': url}})
      from django.core.cache import cache
      from django_redis import get_redis_connection

      def tell(what, call):
          try:
              print(what, call())
          except Exception as e:
              print(what, 'refused:', type(e).__name__)

      client = redis.Redis.from_url(url, client_name='till-7')
      tell('incr', lambda: client.incr('a'))
      tell('by 9', lambda: client.incr('a', 9))
      tell('get', lambda: client.get('a'))
      tell('decr', lambda: client.decr('a'))
      tell('set', lambda: client.set('a', 0))
      pipeline = client.pipeline(transaction=False)
      pipeline.incr('a').incr('a')
      tell('pipeline', pipeline.execute)
      tell('transaction', client.pipeline().incr('b').execute)
      tell('django set', lambda: cache.set('orders', 0, timeout=None))
      tell('django incr', lambda: cache.incr('orders'))
      tell('client of django', lambda: get_redis_connection('default').incr(':1:orders'))
      """;

  @RegisterExtension
  private final MemoryServer server = MemoryServer.standard();

  @TempDir
  private Path folder;

  private String port() {
    return Integer.toString(server.get().resp().getPort());
  }

  @Test
  void laravelsCache_withPhpredis_incrementsAndIsNotSet() throws Exception {
    assertThat(laravel("phpredis").lines())
        .containsExactly(
            "increment 1",
            "by 9 10",
            "get '10'",
            "forever false",
            "put false",
            "add false",
            "decrement false",
            "increment 11",
            "incr 12");
  }

  @Test
  void laravelsCache_withPredis_incrementsAndShowsWhyPutIsRefused() throws Exception {
    assertThat(laravel("predis").lines().filter(line -> line.matches(".* (refused: .*|'?\\d+'?)")))
        .containsExactly(
            "increment 1",
            "by 9 10",
            "get '10'",
            "forever refused: ERR SET would move a sequence:",
            "put refused: ERR SETEX would move a sequenc",
            "add refused: ERR unknown command 'EVAL'; th",
            "decrement refused: ERR DECRBY would take numbers ",
            "increment 11",
            "incr 12");
  }

  private String laravel(String client) throws Exception {
    ToolRun.assumeAreThere("php");
    Path libraries = Path.of("/usr/share/php");
    assumeTrue(
        Files.exists(libraries.resolve("Illuminate/Cache/autoload.php"))
            && Files.exists(libraries.resolve("Illuminate/Redis/autoload.php"))
            && Files.exists(libraries.resolve("Illuminate/Container/autoload.php"))
            && Files.exists(libraries.resolve("Predis/autoload.php")),
        "needs Debian's php-illuminate-cache, php-illuminate-redis, php-illuminate-container and"
            + " php-predis");
    Path program = Files.writeString(folder.resolve("count.php"), LARAVEL);
    List<String> command =
        List.of("php", "-d", "error_reporting=0", program.toString(), client, port());
    return ToolRun.in(folder, command, "").output();
  }

  @Test
  void redisPy_increments_andDjangosCacheDoesNot() throws Exception {
    assumeTrue(
        Files.isExecutable(PYTHON) && python("-c", "import redis, django_redis").exitValue() == 0,
        "needs Debian's python3-redis and python3-django-redis");
    Path program = Files.writeString(folder.resolve("count.py"), DJANGO);

    assertThat(python(program.toString(), port()).output().lines())
        .containsExactly(
            "incr 1",
            "by 9 10",
            "get b'10'",
            "decr refused: ResponseError",
            "set refused: ResponseError",
            "pipeline [11, 12]",
            "transaction refused: ResponseError",
            "django set refused: ResponseError",
            "django incr refused: TypeError",
            "client of django 1");
  }

  private ToolRun python(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(PYTHON.toString()));
    command.addAll(List.of(arguments));
    return ToolRun.in(folder, command, "");
  }
}
