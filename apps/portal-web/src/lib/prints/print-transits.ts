import { MAX_REPORT_TRANSITS, printTransit, printTransits } from '@varco/contract/plant/reports.ts';
import { ApiError } from '../api/api-error.ts';
import { callPeer } from '../plants/plant-sessions.ts';
import { usePreferences } from '../preferences/preferences.store.ts';
import { saveFile } from '../save-file.ts';
import { toReportFile } from './report-file.ts';

/** Outcome of printing the selected transits of one plant. */
export interface PlantPrintOutcome {
  readonly peerId: number;
  /** Transits whose report was saved. */
  readonly printed: readonly string[];
  /** Transits without a report: the plant failed or refused. */
  readonly failed: readonly string[];
}

/** Requests a report in the current UI language. */
const getLanguageOption = () => ({ language: usePreferences.getState().language });

/** SEL-07: downloads the report of one transit under the name given by the plant. @throws what the call throws */
export async function printSingleTransit(peerId: number, transitId: string): Promise<void> {
  saveReport(peerId, await callPeer(peerId, printTransit, { params: { id: transitId } }, getLanguageOption()));
}

/**
 * SEL-04: prints with one call per plant, in parallel, one file each. Selections larger than one report are split into
 * consecutive calls; after a failure that plant gets no further calls. Never throws: failures are in the outcome.
 */
export function printManyTransits(
  itemsByPeers: ReadonlyMap<number, readonly string[]>,
): Promise<readonly PlantPrintOutcome[]> {
  return Promise.all([...itemsByPeers].map(([peerId, ids]) => printPlant(peerId, ids)));
}

async function printPlant(peerId: number, ids: readonly string[]): Promise<PlantPrintOutcome> {
  for (let at = 0; at < ids.length; at += MAX_REPORT_TRANSITS) {
    try {
      saveReport(
        peerId,
        await callPeer(
          peerId,
          printTransits,
          { body: { ids: ids.slice(at, at + MAX_REPORT_TRANSITS) } },
          getLanguageOption(),
        ),
      );
    } catch {
      return { peerId, printed: ids.slice(0, at), failed: ids.slice(at) };
    }
  }
  return { peerId, printed: ids, failed: [] };
}

function saveReport(peerId: number, report: Parameters<typeof toReportFile>[0]): void {
  const file = toReportFile(report);
  if (file === null)
    throw new ApiError({ code: 'unavailable', status: 200, host: String(peerId), subCode: 'bad_answer' });
  saveFile(file.name, file.content);
}
