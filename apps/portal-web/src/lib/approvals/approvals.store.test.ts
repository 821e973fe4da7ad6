import type { Approval } from '@varco/contract/plant/approvals.ts';
import { beforeEach, expect, test } from 'vitest';
import { clearApprovals, refreshApprovals, setApprovals, updateApproval, useApprovals } from './approvals.store.ts';

const PEER = 3;
const build = (id: string, stato: Approval['stato']): Approval => ({
  id,
  lotto: '00000000-0000-4000-8000-0000000000b1',
  richiedente: 'agente',
  propria: true,
  richiesta_il: '2026-11-20T14:00:00.000Z',
  motivo: 'indagine',
  fascicolo: '77/2026',
  nota: 'denuncia di maggio',
  filtro: {},
  stato,
  impedimento: null,
  deciso_da: null,
  deciso_il: null,
  nota_decisione: null,
  valida_fino: null,
});
const getStates = (): unknown => (useApprovals.getState().byPeer.get(PEER) ?? []).map(({ id, stato }) => [id, stato]);

beforeEach(clearApprovals);

test('a list read before a request was withdrawn here does not bring the request back', async () => {
  setApprovals(PEER, [build('a', 'open')]);
  let reads = 0;
  await refreshApprovals(PEER, async () => {
    reads += 1;
    if (reads === 1) {
      const stale = [build('a', 'open')];
      updateApproval(PEER, build('a', 'withdrawn'));
      return stale;
    }
    return [build('a', 'withdrawn')];
  });
  expect(getStates()).toEqual([['a', 'withdrawn']]);
});

test('of two reads at once the one that began first does not put its older list last', async () => {
  const older = Promise.withResolvers<readonly Approval[]>();
  const answers = [older.promise, Promise.resolve([build('b', 'granted')]), Promise.resolve([build('b', 'granted')])];
  const read = (): Promise<readonly Approval[]> => answers.shift() ?? Promise.resolve([]);
  const first = refreshApprovals(PEER, read);
  const second = refreshApprovals(PEER, read);
  await second;
  older.resolve([build('b', 'open')]);
  const refreshed = await first;
  expect(getStates()).toEqual([['b', 'granted']]);
  expect(refreshed.before).toEqual([build('b', 'granted')]);
});
