// Writes numbers, times and spans for people.

const NUMBERS = new Intl.NumberFormat('en');
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const LOCAL = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit',
  second: '2-digit', hourCycle: 'h23', timeZoneName: 'shortOffset',
});

/** A whole number with its digits in groups of three; anything else as it is. */
export function grouped(value) {
  const text = String(value);
  return /^-?\d+$/.test(text) ? NUMBERS.format(BigInt(text)) : text;
}

/** A rate per second, with as many digits as one can read while it changes. */
export function rate(perSecond) {
  if (perSecond >= 1e6) {
    return `${(perSecond / 1e6).toFixed(2)} M`;
  }
  if (perSecond >= 100) {
    return NUMBERS.format(Math.round(perSecond));
  }
  return perSecond === 0 ? '0' : perSecond.toFixed(1);
}

/** A moment in UTC: 2026-11-21 08:00:00.123. */
export function utc(instant) {
  return instant.replace('T', ' ').replace('Z', '');
}

/** The same moment in this browser's zone, with the zone's offset. */
export function local(instant) {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) {
    return '';
  }
  const part = Object.fromEntries(LOCAL.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second} `
      + part.timeZoneName;
}

/** How long ago or ahead a moment is: 3 minutes ago, in 62 years. */
export function distance(instant, now = Date.now()) {
  const ms = new Date(instant).getTime() - now;
  if (Number.isNaN(ms)) {
    return '';
  }
  const size = Math.abs(ms);
  const [unit, length] = size < MINUTE ? ['second', SECOND]
    : size < HOUR ? ['minute', MINUTE]
      : size < DAY ? ['hour', HOUR]
        : size < 60 * DAY ? ['day', DAY]
          : size < 2 * YEAR ? ['month', YEAR / 12] : ['year', YEAR];
  return RELATIVE.format(Math.trunc(ms / length), unit);
}

/** A span of time in the largest unit that says enough, rounded down from ten seconds on. */
export function span(ms) {
  if (ms < 10 * SECOND) {
    return `${(ms / SECOND).toFixed(1)} s`;
  }
  const [unit, length] = ms < 2 * MINUTE ? ['s', SECOND]
    : ms < 2 * HOUR ? ['min', MINUTE]
      : ms < 2 * DAY ? ['h', HOUR]
        : ms < 2 * YEAR ? ['days', DAY] : ['years', YEAR];
  return `${NUMBERS.format(Math.trunc(ms / length))} ${unit}`;
}

/** The same for a number of days. */
export function days(count) {
  return span(count * DAY);
}

/** The day of a moment. */
export function day(instant) {
  return instant.split('T', 1)[0].replace(/^\+/, '');
}

/** The time of day of a moment, for axes. */
export function clock(ms, withSeconds) {
  const at = new Date(ms);
  const two = number => String(number).padStart(2, '0');
  const minutes = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return withSeconds ? `${minutes}:${two(at.getSeconds())}` : minutes;
}

/** Whether a name has a part that somebody typed, in capital letters or not. */
export function contains(name, part) {
  return name.toLowerCase().includes(part.trim().toLowerCase());
}

/** Writes a name such as days-left as words. */
export function words(name) {
  return name.replaceAll('-', ' ');
}
