import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { parseTransitIdMs } from '@varco/domain/transits/transit-id.ts';
import { NO_POSITION } from '../../database/read-position.sql.ts';
import { retryTransaction } from '../../database/retry-transaction.ts';
import { tableOfPlate, type TransitKey } from '../transits/transits.public.ts';
import type { ReadStore } from './insert-reads.repository.ts';
import type { NewRead } from './new-read.ts';
import { READ_COLUMNS, READ_WORDS } from './read-columns.ts';

type Table = ReturnType<typeof tableOfPlate>;

/** Columns that a later message about the same vehicle may fill, and the value that says that the first one did not state it. */
const EMPTY_VALUES: Readonly<Record<string, number | string>> = {
  ...{ direction: 0, vclass: 0, nation: 0, brand: 0, model: 0, colour: 0, speed: -1, lane: -1, confidence: -1 },
  ...{ lat: NO_POSITION, lon: NO_POSITION, adr_un: 0, adr_kemler: '', adr_class: '' },
};
/** Columns that say something only together: they are filled when the transit has none of them. */
const GROUPS: readonly (readonly string[])[] = [
  ['lat', 'lon'],
  ['adr_un', 'adr_kemler', 'adr_class'],
];
const FILLED = READ_COLUMNS.filter(({ name }) => Object.hasOwn(EMPTY_VALUES, name));
/** What belongs to the plate as it was read, not to the vehicle. */
const OF_PLATE: readonly string[] = ['nation', 'confidence'];

const literal = (name: string): string => {
  const value = EMPTY_VALUES[name] ?? '';
  return typeof value === 'number' ? String(value) : `'${value}'`;
};
const parameter = (name: string): string => {
  const at = FILLED.findIndex((column) => column.name === name);
  return `$${at + 4}::${FILLED[at]?.type ?? 'text'}`;
};

/** Whether the transit lacks a value; a model is that of a brand, so it is not put beside another one. */
function lacksSql(name: string): string {
  const group = GROUPS.find((names) => names.includes(name)) ?? [name];
  const lacks = group.map((one) => `t.${one} = ${literal(one)}`).join(' and ');
  return name === 'model' ? `${lacks} and (t.brand = 0 or ${parameter('brand')} in (0, t.brand))` : lacks;
}

/** The counts that are kept beside the transits follow what was filled: those of nations and of speeds. */
const FOLLOW_ROLL_UPS = `,
plates as (
  update plate_dict as p set nation = greatest(p.nation, d.nation) from done as d
  where p.plate = d.plate and d.nation <> d.was_nation),
days as (
  update plate_day as p set nation = greatest(p.nation, d.nation) from done as d
  where p.day = (d.ts at time zone 'Europe/Rome')::date and p.plate = d.plate and d.nation <> d.was_nation),
hours as (
  update gate_hour as h set n_foreign = h.n_foreign + d.foreign_more, n_speed = h.n_speed + d.speed_more,
    sum_speed = h.sum_speed + d.speed_more * d.speed
  from (select *, (nation > 1 and was_nation <= 1)::int as foreign_more, (speed >= 0 and was_speed < 0)::int as speed_more
    from done) as d
  where h.gate = d.gate and h.hour = date_trunc('hour', d.ts, 'UTC') and d.foreign_more + d.speed_more > 0)`;

/** One statement: the row is locked first, so that what the roll-ups get is the difference that was really made. */
function buildFillText(table: Table): string {
  const key = 't.plate = $1 and t.ts = $2 and t.id = $3';
  const isNew = FILLED.map(({ name }) => `(${parameter(name)} <> ${literal(name)} and ${lacksSql(name)})`);
  const values = FILLED.map(
    ({ name }) => `${name} = case when ${lacksSql(name)} then ${parameter(name)} else t.${name} end`,
  );
  return `with was as materialized (
  select t.plate, t.ts, t.id, t.nation, t.speed from ${table} as t
  where ${key} and (${isNew.join('\n    or ')}) for update),
done as (
  update ${table} as t set ${values.join(',\n    ')}
  from was where ${key} and was.id = t.id
  returning t.plate, t.ts, t.gate, t.nation, t.speed, was.nation as was_nation, was.speed as was_speed)${
    table === 'transit' ? FOLLOW_ROLL_UPS : ''
  }
select count(*)::int as n from done`;
}
const TEXTS = new Map((['transit', 'unread_transit'] as const).map((table) => [table, buildFillText(table)] as const));

/**
 * Gives a transit what only a later message about its vehicle states: what the transit has stays. Nation and confidence are those
 * of the plate, so they come from a message with the same one only.
 */
export async function fillTransit(
  { runner, codes }: Pick<ReadStore, 'runner' | 'codes'>,
  transit: TransitKey,
  later: NewRead,
): Promise<void> {
  await codes.ensureCodes(READ_WORDS.map(([kind, of]) => [kind, of(later)] as const));
  const isSamePlate = later.plate === transit.plate;
  const values = FILLED.map(({ name, of }) => {
    const empty = EMPTY_VALUES[name] ?? '';
    return isSamePlate || !OF_PLATE.includes(name) ? of(later, codes) : empty;
  });
  if (FILLED.every(({ name }, at) => values[at] === EMPTY_VALUES[name])) return;
  const table = tableOfPlate(transit.plate);
  const at = toIsoInstant(parseTransitIdMs(transit.id) ?? 0);
  const statement = {
    name: `fill-transit-${table}`,
    text: TEXTS.get(table) ?? '',
    values: [transit.plate, at, transit.id, ...values],
  };
  await retryTransaction(() => runner.run(statement));
}
