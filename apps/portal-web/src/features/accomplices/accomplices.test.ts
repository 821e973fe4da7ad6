import { createI18n } from '@varco/i18n/create-i18n.ts';
import { computeBayesFactor, scoreAccomplice } from '@varco/domain/analysis/accomplice-score.ts';
import { AccompliceResponse } from '@varco/contract/plant/accomplices.ts';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import { expect, it } from 'vitest';
import { buildAccompliceResponse } from '../../../test/vehicle-responses.ts';
import {
  buildSearchBody,
  canSearchAccomplices,
  EMPTY_ACCOMPLICE_FORM,
  createFormFromTransit,
  computeTransitWindow,
} from './accomplice-form.ts';
import { formatGap } from './format-gap.ts';
import { rankCandidates, summarizeCandidate } from './candidate-summary.ts';
import { countDisabledMeetings, mergeCandidates } from './merged-candidates.ts';

it('ACC-06 ACC-07 the filter, its defaults, and the start: transit date minus the minutes', () => {
  expect(Object.keys(EMPTY_ACCOMPLICE_FORM)).toEqual(
    expect.arrayContaining(['plate', 'selectedPeer', 'minutes', 'passages', 'ignore_comune', 'ignore_limitrofi']),
  );
  expect(EMPTY_ACCOMPLICE_FORM).toMatchObject({ minutes: 5, passages: 1 });
  const id = buildTransitId(1, 'GK508RB', Date.parse('2026-11-20T08:00:00.000Z'));
  expect(computeTransitWindow(createFormFromTransit(1, 'GK508RB', id))?.start).toBe('2026-11-20T07:55:00.000Z');
  expect(computeTransitWindow(EMPTY_ACCOMPLICE_FORM)).toBe(null);
  expect(
    buildSearchBody({ ...createFormFromTransit(1, 'GK508RB', id), from: '2026-11-01', to: '2026-11-02' }, 2),
  ).toMatchObject({
    targa: 'GK508RB',
    dal: '2026-10-31T23:00:00.000Z',
    al: '2026-11-02T22:59:59.999Z',
  });
  expect([
    canSearchAccomplices(EMPTY_ACCOMPLICE_FORM),
    canSearchAccomplices({ ...EMPTY_ACCOMPLICE_FORM, plate: 'AB' }),
  ]).toEqual([false, true]);
  expect(canSearchAccomplices({ ...EMPTY_ACCOMPLICE_FORM, plate: 'AB', from: '2026-11-02', to: '2026-11-01' })).toBe(
    false,
  );
});

it('ACC-09 ACC-10 ACC-11 a candidate and its passages; negative means the partner was first', () => {
  const answer = AccompliceResponse.parse(buildAccompliceResponse({}));
  expect(answer.candidates[0]?.transits[1]).toMatchObject({ gate_id: 2, id_base: '101', id_partner: '201' });
  const { t } = createI18n('it');
  expect([30, -30, 0.2, 125].map((seconds) => formatGap(t, seconds))).toEqual([
    '30 s dopo',
    '30 s prima',
    'insieme',
    '2 min 5 s dopo',
  ]);
});

it('one plant: its own numbers; several: sessions that do not overlap are added, plates are paid for once', () => {
  const here = buildAccompliceResponse({});
  const [alone] = mergeCandidates([{ peerId: 1, answer: here }]);
  expect(alone).toMatchObject({ plate: 'FT553ZB', absScore: 350, isHigh: true, comparedPlates: 1000 });
  const move = (instant: string): string => new Date(Date.parse(instant) + 86_400_000).toISOString();
  const there = { ...here, sessioni: here.sessioni.map((one) => ({ ...one, dal: move(one.dal), al: move(one.al) })) };
  const [both] = mergeCandidates([
    { peerId: 1, answer: here },
    { peerId: 2, answer: there },
  ]);
  expect(both?.parts).toHaveLength(2);
  expect(both?.absScore).toBe(scoreAccomplice(computeBayesFactor([3.25, 3.25], [0.002, 0.002]), 2000).absScore);
  const [same] = mergeCandidates([
    { peerId: 1, answer: here },
    { peerId: 2, answer: here },
  ]);
  expect(same?.absScore).toBe(scoreAccomplice(computeBayesFactor([3.25], [0.002]), 2000).absScore);
  expect(countDisabledMeetings([{ peerId: 1, answer: here }])).toBe(3);
});

it('ACC-11 the table counts a trip that two plants saw once, and gates by plant', () => {
  const here = buildAccompliceResponse({});
  const [alone] = mergeCandidates([{ peerId: 1, answer: here }]);
  expect(alone && summarizeCandidate(alone)).toEqual({
    trips: 1,
    days: 1,
    passages: 2,
    gates: 2,
    plants: 1,
    first: '2026-11-20T08:00:00.000Z',
    last: '2026-11-20T08:10:00.000Z',
  });
  const ranked = rankCandidates(
    mergeCandidates([
      { peerId: 1, answer: here },
      { peerId: 2, answer: here },
    ]),
  );
  expect(ranked.map(({ plate, rank }) => [plate, rank])).toEqual([
    ['DV664PS', 1],
    ['FT553ZB', 2],
    ['SI111NG', null],
  ]);
  const [both] = ranked;
  expect(both && summarizeCandidate(both)).toMatchObject({ trips: 1, days: 1, passages: 4, gates: 4, plants: 2 });
});
