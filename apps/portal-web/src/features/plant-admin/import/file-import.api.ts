import { listGates } from '@varco/contract/plant/gates.ts';
import * as api from '@varco/contract/plant/file-imports.ts';
import type { CallInput, CallOutput } from '@varco/contract/endpoint.ts';
import { callPeer } from '../../../lib/plants/plant-sessions.ts';

export type KnownImports = CallOutput<typeof api.findImports>;
export type OpenImport = KnownImports['open'][number];
export type MatchedGate = CallOutput<typeof api.matchImportGates>['gates'][number];
type StartBody = CallInput<typeof api.startImport>['body'];

/** Calls of one plant for one import; all throw `ApiError`. */
export const createImportCalls = (peerId: number, signal: AbortSignal) => ({
  find: (hash: string) => callPeer(peerId, api.findImports, { query: { file_hash: hash } }, { signal }),
  gates: async () =>
    (await callPeer(peerId, listGates, { query: { filtering: true, paginate: false } }, { signal })).objects,
  match: async (names: string[]) =>
    (await callPeer(peerId, api.matchImportGates, { body: { names } }, { signal })).gates,
  start: async (body: StartBody) => (await callPeer(peerId, api.startImport, { body }, { signal })).import,
  stage: (id: string, reads: api.ImportRead[]) =>
    callPeer(peerId, api.stageImport, { params: { id }, body: { reads } }, { signal }),
  commit: (id: string) => callPeer(peerId, api.commitImport, { params: { id } }, { signal }),
  get: (id: string) => callPeer(peerId, api.getImport, { params: { id } }, { signal, isPolling: true }),
  /** Not ended with the page: what was staged is of no use any more. */
  discard: (id: string) => callPeer(peerId, api.discardImport, { params: { id } }),
  /** All lines refused so far, by line. */
  async refusals(id: string): Promise<ReadonlyMap<number, string>> {
    const found = new Map<number, string>();
    for (let after = 0; ;) {
      const { objects } = await callPeer(
        peerId,
        api.listImportRefusals,
        { params: { id }, query: { after } },
        { signal },
      );
      for (const { line, reason } of objects) found.set(line, reason);
      const last = objects.at(-1);
      if (last === undefined) return found;
      after = last.line;
    }
  },
});
export type ImportCalls = ReturnType<typeof createImportCalls>;
