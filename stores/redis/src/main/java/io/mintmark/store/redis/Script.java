package io.mintmark.store.redis;

import io.lettuce.core.codec.Base16;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.nio.charset.StandardCharsets;

/**
 * The scripts by which the server changes a line. Each is done whole or not at all, as the server
 * runs one script at a time.
 *
 * <p><b>No position is ever a number in Lua.</b> Its numbers are doubles, which round above 2^53.
 * Positions are decimal strings without leading zeros, so the longer is the greater, and of two
 * equally long ones the later in the alphabet. The one addition is HINCRBY, which the server does
 * in 64 bits, and whose reply, a Lua number, is not looked at. That it will not overflow is known
 * beforehand: the caller sends 2^63 - 1 - count, the highest start at which the range fits.
 *
 * <p>The server replicates and logs what a script wrote, not the script, so that its clock's time
 * is the same everywhere.
 */
enum Script {

  /** Arguments: atLeast, count, the highest start. Answers the start, or ! and where it stands. */
  CLAIM("""
      local next = redis.call('HGET', KEYS[1], 'next') or '0'
      if next ~= '0' and not string.find(next, '^[1-9]%d*$') then
        return redis.error_reply('MINTMARK this hash is no line: next=' .. next)
      end
      local function above(a, b)
        return #a > #b or (#a == #b and a > b)
      end
      local start = next
      if above(ARGV[1], next) then
        start = ARGV[1]
      end
      if above(start, ARGV[3]) then
        return '!' .. next
      end
      local now = redis.call('TIME')
      local updated = now[1] .. string.format('%06d', now[2])
      redis.call('HSET', KEYS[1], 'next', start, 'updated', updated)
      redis.call('HINCRBY', KEYS[1], 'next', ARGV[2])
      return start
      """),

  /** Arguments: expected, next. Answers 1 if it moved the line, else 0. */
  MOVE("""
      if (redis.call('HGET', KEYS[1], 'next') or '0') ~= ARGV[1] then
        return '0'
      end
      local now = redis.call('TIME')
      local updated = now[1] .. string.format('%06d', now[2])
      redis.call('HSET', KEYS[1], 'next', ARGV[2], 'updated', updated)
      return '1'
      """),

  /** Argument: the note. Answers 1 if there is such a line, else 0. */
  NOTE("""
      if redis.call('HEXISTS', KEYS[1], 'next') == 0 then
        return '0'
      end
      redis.call('HSET', KEYS[1], 'note', ARGV[1])
      return '1'
      """),

  /** Answers the time, in microseconds; the key only says which server's. */
  CLOCK("""
      local now = redis.call('TIME')
      return now[1] .. string.format('%06d', now[2])
      """),

  /**
   * Argument: whether to believe that the server is new. The key is the server's own note of its
   * life. Answers the life's id, when it began, and the time, both in microseconds.
   *
   * <p>Another process (run_id), a promotion or a detour as a replica (master_replid), databases
   * that changed places (calls of SWAPDB, as a second swap brings an old note back) and a deleted
   * note each make another life. It began now, as far as is known. How long the server has been up
   * does not tell of a longer one: keys can be deleted at any time, and what the server counts of
   * that can be reset.
   */
  LIFE("""
      local function field(info, name)
        return string.match(info, '[\\r\\n]' .. name .. ':(%w+)') or ''
      end
      local server = redis.call('INFO', 'server')
      local replication = redis.call('INFO', 'replication')
      local time = redis.call('TIME')
      local now = time[1] .. string.format('%06d', time[2])
      local engine = field(server, 'run_id') .. '-' .. field(replication, 'master_replid')
      local swaps = string.match(redis.call('INFO', 'commandstats'), 'cmdstat_swapdb:calls=(%d+)')
      if swaps then
        engine = engine .. '-' .. swaps
      end
      local note = redis.call('HMGET', KEYS[1], 'engine', 'began')
      local began = note[2]
      if note[1] ~= engine then
        began = now
        if not note[1] and ARGV[1] == 'new' then
          began = '0'
        end
        redis.call('HSET', KEYS[1], 'engine', engine, 'began', began)
      end
      return engine .. '-' .. began .. ' ' .. began .. ' ' .. now
      """);

  private final String source;
  private final String digest;

  Script(String source) {
    this.source = source;
    this.digest = Base16.digest(source.getBytes(StandardCharsets.UTF_8));
  }

  String source() {
    return source;
  }

  /** Makes a command that runs this on a key. */
  RedisCommand<String, String, String> on(String key, String... arguments) {
    return new Command<>(
        CommandType.EVALSHA,
        new ValueOutput<>(StringCodec.UTF8),
        new CommandArgs<>(StringCodec.UTF8).add(digest).add(1).addKey(key).addValues(arguments));
  }
}
