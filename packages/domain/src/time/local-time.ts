/** Local times of any zone as instants. Times of plants themselves are those of Rome (`rome.ts`). */
const DAY_MS = 86_400_000;
/** Offsets change on quarters of an hour in every zone. */
const SLOT_MS = 900_000;
const MAX_CACHED_SLOTS = 20_000;
const MAX_CACHED_ZONES = 100;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}
const zones = new Map<string, Zone>();

/** The zone; throws RangeError for a name that is none. */
function getZone(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const zone = { format, offsets: new Map<number, number>() };
  if (zones.size >= MAX_CACHED_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

function getOffsetMs(zone: Zone, ms: number): number {
  const slot = Math.floor(ms / SLOT_MS);
  const known = zone.offsets.get(slot);
  if (known !== undefined) return known;
  const wall = new Map(zone.format.formatToParts(slot * SLOT_MS).map(({ type, value }) => [type, Number(value)]));
  const field = (name: Intl.DateTimeFormatPartTypes): number => wall.get(name) ?? 0;
  const local = Date.UTC(
    field('year'),
    field('month') - 1,
    field('day'),
    field('hour'),
    field('minute'),
    field('second'),
  );
  const offset = local - slot * SLOT_MS;
  if (zone.offsets.size >= MAX_CACHED_SLOTS) zone.offsets.clear();
  zone.offsets.set(slot, offset);
  return offset;
}

/** An instant, and whether its local time occurred once, twice (the earlier one is taken) or never. */
export interface LocalInstant {
  readonly ms: number;
  readonly occurs: 'once' | 'twice' | 'never';
}

/**
 * The instant of a local time. In the hour that occurs twice in autumn the earlier one is taken; a time in the hour that is
 * skipped in spring is as much later as the clock was put forward.
 * @param wallMs the wall clock as if it were UTC, milliseconds
 * @param zone IANA name
 * @throws RangeError when there is no such zone
 */
export function toInstantOfLocal(wallMs: number, zone: string): LocalInstant {
  const found = getZone(zone);
  const before = getOffsetMs(found, wallMs - DAY_MS);
  const after = getOffsetMs(found, wallMs + DAY_MS);
  const holds = (offset: number): boolean => getOffsetMs(found, wallMs - offset) === offset;
  if (before === after) return { ms: wallMs - before, occurs: 'once' };
  const [early, late] = [holds(before), holds(after)];
  if (early && late) return { ms: wallMs - Math.max(before, after), occurs: 'twice' };
  if (!early && !late) return { ms: wallMs - before, occurs: 'never' };
  return { ms: wallMs - (early ? before : after), occurs: 'once' };
}

/**
 * A calendar date and time as if it were UTC, milliseconds; null: no such date or time. Second 60 is the next minute.
 * @param month 1 to 12
 */
export function toWallMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number | null {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 60) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day ? ms : null;
}
