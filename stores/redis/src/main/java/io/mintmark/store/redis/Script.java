package io.mintmark.store.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.codec.Base16;
import java.nio.charset.StandardCharsets;

/**
 * The scripts with which the server changes a line (a counter, stored as a hash). Each script takes
 * effect completely or not at all, because the server runs one script at a time.
 *
 * <p><b>A position is never a number in Lua.</b> Lua's numbers are doubles, which round above 2^53.
 * Positions are decimal strings without leading zeros, so a longer string is the greater number,
 * and strings of equal length compare alphabetically. The only addition is HINCRBY, which the
 * server does in 64 bits. HINCRBY's reply, a Lua number, is not used. The addition cannot overflow:
 * the caller passes 2^63 - 1 - count, the highest start at which the range fits, and a higher start
 * is refused.
 *
 * <p>The server replicates and logs the writes of a script, not the script itself, so the time that
 * a script writes is the same on all replicas.
 */
enum Script {

  /**
   * Arguments: atLeast, count, the highest start. Returns the start. If the range does not fit,
   * returns ! and the line's position.
   */
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

  /** Arguments: expected, next. Returns 1 if the line was moved, else 0. */
  MOVE("""
      if (redis.call('HGET', KEYS[1], 'next') or '0') ~= ARGV[1] then
        return '0'
      end
      local now = redis.call('TIME')
      local updated = now[1] .. string.format('%06d', now[2])
      redis.call('HSET', KEYS[1], 'next', ARGV[2], 'updated', updated)
      if ARGV[3] ~= '' then
        redis.call('HSET', KEYS[1], 'note', ARGV[3])
      end
      return '1'
      """),

  /** Argument: the note. Returns 1 if the line exists, else 0. */
  NOTE("""
      if redis.call('HEXISTS', KEYS[1], 'next') == 0 then
        return '0'
      end
      redis.call('HSET', KEYS[1], 'note', ARGV[1])
      return '1'
      """),

  /** Returns a line's position, its time in microseconds, and its note; nothing for no line. */
  READ("""
      local line = redis.call('HMGET', KEYS[1], 'next', 'updated', 'note')
      return line[1] and line[1] .. ' ' .. (line[2] or '0') .. ' ' .. (line[3] or '')
      """),

  /** Returns the time in microseconds. The key only selects the server. */
  CLOCK("""
      local now = redis.call('TIME')
      return now[1] .. string.format('%06d', now[2])
      """),

  /**
   * Arguments: the process that declares the server new, or an empty text; a random number;
   * {@code ask} to check only whether the declaration is possible. The key is that of the note of
   * the server's life. Returns the life's id, its beginning, and the present time, both times in
   * microseconds. If a process declares the server new, but another process has declared it or
   * recorded its life before, returns ! and that life's beginning.
   *
   * <p>A life (the time in which the server has forgotten nothing) ends with every event that may
   * have deleted a line or set a line back, as far as the server shows the event:
   *
   * <ul>
   *   <li>another process (run_id), and a promotion or a period as a replica (master_replid);
   *   <li>calls of FLUSHALL, FLUSHDB, SWAPDB, RESTORE and DEBUG, because they can also bring an old
   *       note back. RESTORE-ASKING, with which a cluster moves slots, is not counted: it loses
   *       nothing;
   *   <li>evicted keys, under a policy that may evict a line;
   *   <li>a missing or damaged note. Each new note has a random number, so that no two are equal.
   * </ul>
   *
   * <p>Searches use plain text instead of a pattern where possible. A pattern over texts as long as
   * the replies to INFO takes the server three times as long as everything else together.
   *
   * <p>The new life begins now, because nothing proves an earlier beginning. A long uptime of the
   * server does not prove that an older life continues: keys can be deleted at any time, and the
   * counts can be reset.
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

  /**
   * Makes a request that runs this script on a key. If the server does not know the script's
   * digest, it gets the whole script, and keeps it.
   */
  Request on(String key, String... arguments) {
    String[] keys = {key};
    return new Request(
        key,
        connection -> connection.evalsha(digest, ScriptOutputType.VALUE, keys, arguments),
        connection -> connection.eval(source, ScriptOutputType.VALUE, keys, arguments));
  }

  /** Makes a request with the whole script, so that no server requires it a second time. */
  Request whole(String key, String... arguments) {
    String[] keys = {key};
    return new Request(
        key, connection -> connection.eval(source, ScriptOutputType.VALUE, keys, arguments));
  }
}
