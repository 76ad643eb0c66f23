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
   * Arguments: who declares the server new, or nothing; a random number; {@code ask} to ask only
   * whether that can be declared. The key is the server's own note of its life. Answers the life's
   * id, when it began, and the time, both in microseconds; or ! and when it began, if the server is
   * declared new and has a life that somebody else declared or saw first.
   *
   * <p>A life ends with all that may have lost or set back a line, as far as the server shows it:
   *
   * <ul>
   *   <li>another process (run_id), and a promotion or a detour as a replica (master_replid);
   *   <li>calls of FLUSHALL, FLUSHDB, SWAPDB, RESTORE and DEBUG, since the note itself can come
   *       back after them. Not RESTORE-ASKING, by which a cluster moves slots: that loses nothing;
   *   <li>keys that were evicted, under a policy that may evict a line;
   *   <li>a note that is gone or damaged. A new one has a random number, so that no two are equal.
   * </ul>
   *
   * <p>Searches are plain where they can be: a pattern over such long texts takes the server three
   * times as long as all the rest.
   *
   * <p>The new life began now, as far as is known. The server's uptime does not show that an older
   * one goes on: keys can be deleted at any time, and the counts can be reset.
   */
  LIFE("""
      local function field(section, name)
        local _, last = string.find(section, '\\n' .. name, 1, true)
        return last and string.match(section, '^%w+', last + 1)
      end
      local time = redis.call('TIME')
      local now = time[1] .. string.format('%06d', time[2])
      local engine = (field(redis.call('INFO', 'server'), 'run_id:') or '') .. '-'
          .. (field(redis.call('INFO', 'replication'), 'master_replid:') or '')
      local calls = redis.call('INFO', 'commandstats')
      for _, name in ipairs({'flushall', 'flushdb', 'swapdb', 'restore', 'debug'}) do
        local count = field(calls, 'cmdstat_' .. name .. ':calls=')
        if count then
          engine = engine .. '-' .. name .. count
        end
      end
      local evicted = field(redis.call('INFO', 'stats'), 'evicted_keys:')
      if evicted ~= '0' then
        local policy = field(redis.call('INFO', 'memory'), 'maxmemory_policy:')
        engine = engine .. (policy == 'allkeys' and '-evicted' .. (evicted or '') or '')
      end
      local note = redis.call('HMGET', KEYS[1], 'engine', 'began', 'number', 'declared')
      local began, number = note[2], note[3]
      if ARGV[1] ~= '' and began and note[4] ~= ARGV[1] then
        return '!' .. began
      elseif ARGV[3] == 'ask' then
        return ''
      end
      if note[1] ~= engine or not number or not string.find(began or '', '^%d+$') then
        began, number = now, ARGV[2]
        if ARGV[1] ~= '' and not note[2] then
          began = '0'
        end
        redis.call('HSET', KEYS[1], 'engine', engine, 'began', began, 'number', number)
        redis.call('HSET', KEYS[1], 'declared', ARGV[1])
      end
      return engine .. '-' .. began .. '-' .. number .. ' ' .. began .. ' ' .. now
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
