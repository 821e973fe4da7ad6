import type { BackupPlace } from './backup-place.ts';
import type { SealedStore } from './sealed-store.ts';
import { type Branch, findBranch, listTimelines, parseRestoration, type Restoration } from './timelines.ts';

const FOLDER = 'epochs';

/** Numbers of the epochs that restorations of this place began. */
export const listUsedEpochs = async (lasting: SealedStore): Promise<readonly number[]> =>
  (await lasting.list(FOLDER)).map(Number);

/** Notes a restoration under the number of its epoch. */
export const noteRestoration = (lasting: SealedStore, epoch: number, restoration: Restoration): Promise<void> =>
  lasting.put(`${FOLDER}/${epoch}`, Buffer.from(JSON.stringify(restoration)));

/** The branch of the log of changes that has an instant; null: the newest. */
export async function readBranch(
  { lasting, periods }: Pick<BackupPlace, 'lasting' | 'periods'>,
  to: Date | null,
): Promise<Branch> {
  const restorations: Restoration[] = [];
  for (const epoch of [...(await listUsedEpochs(lasting))].sort((a, b) => a - b)) {
    const restoration = parseRestoration(await lasting.get(`${FOLDER}/${epoch}`));
    if (restoration !== null) restorations.push(restoration);
  }
  const names: string[] = [];
  for (const { store } of periods) names.push(...(await store.list('wal')));
  return findBranch(restorations, listTimelines(names), to);
}
