import type { Approval } from '@varco/contract/plant/approvals.ts';
import { expect, test } from 'vitest';
import { groupByBatch, groupByState, listDecidableParts, listWithdrawable } from './approval-batches.ts';

const BATCH = '00000000-0000-4000-8000-0000000000b1';
const build = (id: string, more: Partial<Approval> = {}): Approval => ({
  id,
  lotto: BATCH,
  richiedente: 'agente',
  propria: false,
  richiesta_il: '2026-11-20T14:00:00.000Z',
  motivo: 'indagine',
  fascicolo: '77/2026',
  nota: 'denuncia di maggio',
  filtro: {},
  stato: 'open',
  impedimento: null,
  deciso_da: null,
  deciso_il: null,
  nota_decisione: null,
  valida_fino: null,
  ...more,
});

test('requests of one question on several plants are one, those of another person are not', () => {
  const batches = groupByBatch(
    new Map([
      [1, [build('a'), build('c', { richiedente: 'altro', richiesta_il: '2026-11-20T15:00:00.000Z' })]],
      [2, [build('b', { stato: 'granted' })]],
    ]),
  );
  expect(batches.map(({ first, parts }) => [first.richiedente, parts.map(({ peerId }) => peerId)])).toEqual([
    ['altro', [1]],
    ['agente', [1, 2]],
  ]);
  const [, both] = batches;
  if (both === undefined) throw new Error('no batch');
  expect(listDecidableParts(both).map(({ peerId }) => peerId)).toEqual([1]);
  expect([...groupByState(both)].map(([state, parts]) => [state, parts.length])).toEqual([
    ['open', 1],
    ['granted', 1],
  ]);
});

test('what is one’s own, or of a case one works on, is not decided but the own can be withdrawn', () => {
  const [batch] = groupByBatch(
    new Map([
      [1, [build('a', { propria: true, impedimento: 'own' })]],
      [2, [build('b', { impedimento: 'same_case' })]],
    ]),
  );
  if (batch === undefined) throw new Error('no batch');
  expect(listDecidableParts(batch)).toEqual([]);
  expect(listWithdrawable(batch).map(({ peerId }) => peerId)).toEqual([1]);
});
