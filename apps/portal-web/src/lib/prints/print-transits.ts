import { MAX_PRINTED, printTransit, printTransits } from '@varco/contract/plant/prints.ts';
import { ApiError } from '../api/api-error.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { usePreferences } from '../preferences/preferences.store.ts';
import { saveFile } from '../save-file.ts';
import { reportFile } from './report-file.ts';

/** Outcome of printing the selected transits of one plant. */
export interface PlantPrint {
  readonly peerId: number;
  /** Transits whose report was saved. */
  readonly printed: readonly string[];
  /** Transits without a report: the plant failed or refused. */
  readonly failed: readonly string[];
}

/** Requests a report in the current UI language. */
const inOwnLanguage = () => ({ language: usePreferences.getState().language });

/** SEL-07: downloads the report of one transit under the name given by the plant. @throws what the call throws */
export async function printOne(peerId: number, transitId: string): Promise<void> {
  save(peerId, await callPeer(peerId, printTransit, { params: { id: transitId } }, inOwnLanguage()));
}

/**
 * SEL-04: prints with one call per plant, in parallel, one file each. Selections larger than one report are split into
 * consecutive calls; after a failure that plant gets no further calls. Never throws: failures are in the outcome.
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
