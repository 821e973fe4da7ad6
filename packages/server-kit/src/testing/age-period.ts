import { listStoredSets, openBackupPlace } from '../backup/backup-place.ts';
import { putBackupSet } from '../backup/backup-sets.ts';
import { readRing, type RingInput, writeRing } from '../backup/ring-homes.ts';

const DAY_MS = 86_400_000;
const shift = (at: string, days: number): string => new Date(Date.parse(at) - days * DAY_MS).toISOString();

/** Makes a period and its backups older, as if the days had passed. */
export async function agePeriod(input: RingInput, number: number, days: number): Promise<void> {
  const { periods } = await openBackupPlace(input);
  for (const { period, ...set } of await listStoredSets(periods.filter((one) => one.number === number)))
    await putBackupSet(period.store, {
      ...set,
      startedAt: shift(set.startedAt, days),
      stoppedAt: shift(set.stoppedAt, days),
    });
  const { ring } = await readRing(input);
  if (ring === null) return;
  const age = (one: (typeof ring.periods)[number]) =>
    one.number === number ? { ...one, since: shift(one.since, days) } : one;
  await writeRing(input, { ...ring, periods: ring.periods.map(age) });
}
