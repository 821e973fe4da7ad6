import { toIsoInstant } from '@varco/domain/time/rome.ts';
import { isListed } from '../nodes/list-entries.ts';
import type { SimPlant } from '../nodes/plant.ts';
import type { World } from '../world.ts';

/** At the end of a day: every acknowledged read is stored once, and nothing is stored that nobody sent. */
export function checkReads({ judge }: World, plant: SimPlant): void {
  const { name } = plant.node;
  const stored = new Map<string, number>();
  for (const { gate, plate, atMs } of plant.database.tables.transits.values()) {
    const key = `${gate} ${plate} ${toIsoInstant(atMs)}`;
    stored.set(key, (stored.get(key) ?? 0) + 1);
  }
  const { acknowledged, forgotten } = plant.truth;
  const lost = [...acknowledged.keys()].find((key) => !stored.has(key) && !forgotten.has(key));
  judge.check('no acknowledged read is lost', name, lost === undefined, () => [`${lost} stored`, 'nothing']);
  const twice = [...stored].find(([, count]) => count > 1);
  judge.check('a read sent again is stored once', name, twice === undefined, () => [
    'once',
    `${twice?.[0]} ${twice?.[1]} times`,
  ]);
  const strange = [...stored.keys()].find((key) => !plant.truth.acknowledged.has(key));
  judge.check('a stored read is acknowledged in the end', name, strange === undefined, () => [
    'an acknowledgement',
    `none of ${strange}`,
  ]);
  checkAlerts(plant);
}

/** Each stored read of a listed plate raised its alerts, all of them published. */
function checkAlerts({ world: { judge }, node, database }: SimPlant): void {
  const { transits, alerts } = database.tables;
  const rows = [...alerts.values()];
  const expected = [...transits.values()].filter(({ plate }) => isListed(plate));
  const without = expected.find(({ id }) => !rows.some(({ transit }) => transit === String(id)));
  judge.check('a read on a list raises an alert', node.name, without === undefined, () => [
    `an alert of ${without?.plate}`,
    'none',
  ]);
  const strange = rows.find(({ plate }) => !isListed(plate));
  judge.check('no alert without a list entry', node.name, strange === undefined, () => [
    'none',
    `one of ${strange?.plate}`,
  ]);
  const pending = rows.find(({ seq }) => seq === null);
  judge.check('every alert is published', node.name, pending === undefined, () => [
    'a position',
    `none of alert ${pending?.id}`,
  ]);
  const unmarked = expected.find(({ alarm }) => alarm === 0);
  judge.check('a listed transit is marked', node.name, unmarked === undefined, () => [
    'an alarm',
    `none of ${unmarked?.plate}`,
  ]);
}
