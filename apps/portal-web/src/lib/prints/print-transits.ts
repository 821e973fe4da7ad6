import { MAX_PRINTED, printTransit, printTransits } from '@varco/contract/plant/prints.ts';
import { ApiError } from '../api/api-error.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { usePreferences } from '../preferences/preferences.store.ts';
import { saveFile } from '../save-file.ts';
import { reportFile } from './report-file.ts';

/** How printing the chosen transits of one plant ended. */
export interface PlantPrint {
  readonly peerId: number;
  /** Transits whose report was saved. */
  readonly printed: readonly string[];
  /** Transits whose report could not be had: the plant failed or refused. */
  readonly failed: readonly string[];
}

/** A report is written in the language of the screen it is asked for from. */
const inOwnLanguage = () => ({ language: usePreferences.getState().language });

/** SEL-07: the report of one transit, saved under the name the plant gives it. @throws what the call throws */
export async function printOne(peerId: number, transitId: string): Promise<void> {
  save(peerId, await callPeer(peerId, printTransit, { params: { id: transitId } }, inOwnLanguage()));
}

/**
 * SEL-04: one call per plant, all plants at once, one file each. More than a report holds are asked one after the other; after
 * a failure that plant is asked no further. Never throws: what failed is in the outcome.
 */
export function printMany(itemsByPeers: ReadonlyMap<number, readonly string[]>): Promise<readonly PlantPrint[]> {
  return Promise.all([...itemsByPeers].map(([peerId, ids]) => printPlant(peerId, ids)));
}

async function printPlant(peerId: number, ids: readonly string[]): Promise<PlantPrint> {
  for (let at = 0; at < ids.length; at += MAX_PRINTED) {
    try {
      save(
        peerId,
        await callPeer(peerId, printTransits, { body: { ids: ids.slice(at, at + MAX_PRINTED) } }, inOwnLanguage()),
      );
    } catch {
      return { peerId, printed: ids.slice(0, at), failed: ids.slice(at) };
    }
  }
  return { peerId, printed: ids, failed: [] };
}

function save(peerId: number, report: Parameters<typeof reportFile>[0]): void {
  const file = reportFile(report);
  if (file === null)
    throw new ApiError({ code: 'unavailable', status: 200, host: String(peerId), subCode: 'bad_answer' });
  saveFile(file.name, file.content);
}
