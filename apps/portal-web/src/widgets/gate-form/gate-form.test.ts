import { Gate } from '@varco/contract/plant/gates.ts';
import { expect, it } from 'vitest';
import {
  buildGateChange,
  buildNewGate,
  EMPTY_GATE_TEXTS,
  parsePosition,
  splitPosition,
  toGateTexts,
  validateGateTexts,
} from './gate-form.ts';

const GATE: Gate = {
  id: 3,
  fullname: 'V03 Via Emilia ovest',
  desc: '',
  ordine: 3,
  gps_lat: 44.139123,
  gps_lon: 12.2431,
  note: '',
  lane2: false,
  rca_status: '',
  updated: '2026-11-20T08:00:00.000Z',
  last_record_lpr: null,
  last_plate_date: null,
  direction: 1,
  modello_cam: 'Occhio 4',
  stato: 'online',
  url_video: null,
  sd_size: null,
  boundary: false,
  enabled_for_user: true,
};

it('PMAP-03 a gate has its fields, and one without any of them is none', () => {
  expect(Gate.parse(GATE)).toEqual(GATE);
  for (const field of Object.keys(GATE))
    expect(Gate.safeParse({ ...GATE, [field]: undefined }).success, field).toBe(false);
});

it('PMAP-01 only what was changed is sent, with when the gate was read', () => {
  const texts = toGateTexts(GATE);
  expect(buildGateChange(GATE, texts)).toEqual({ updated: GATE.updated });
  expect(buildGateChange(GATE, { ...texts, lat: '44,2', note: 'palo' })).toEqual({
    updated: GATE.updated,
    note: 'palo',
    gps_lat: 44.2,
    gps_lon: 12.2431,
  });
  expect(buildGateChange(GATE, { ...texts, lat: '', lon: '' })).toMatchObject({ gps_lat: null, gps_lon: null });
  expect(buildGateChange(GATE, { ...texts, isEnabled: false })).toMatchObject({ enabled: false });
  expect(buildGateChange(GATE, { ...texts, position: '12', hasTwoLanes: true })).toEqual({
    updated: GATE.updated,
    ordine: 12,
    lane2: true,
  });
  expect(buildGateChange(GATE, { ...texts, position: '' })).toEqual({ updated: GATE.updated });
});

it.each([
  ['44.1', '12.2', { lat: 44.1, lon: 12.2 }],
  ['', '', 'none'],
  ['44', '', 'wrong'],
  ['91', '12', 'wrong'],
  ['44', '181', 'wrong'],
  ['44x', '12', 'wrong'],
  ['1e1', '12', 'wrong'],
])('latitude "%s" and longitude "%s" are %j', (lat, lon, expected) => {
  expect(parsePosition({ lat, lon })).toEqual(expected);
});

it('faults of a form are told before it is sent', () => {
  const texts = toGateTexts(GATE);
  expect(validateGateTexts(texts)).toEqual([]);
  expect(validateGateTexts({ ...texts, fullname: ' ', lat: '', position: '1a', video: 'https://me:pw@cam' })).toEqual([
    'name',
    'position',
    'order',
    'video',
  ]);
});

it('a new gate sends what was typed, and leaves the rest to the plant', () => {
  const road = { direction: 0, lane2: false, enabled: true };
  expect(buildNewGate({ ...EMPTY_GATE_TEXTS, fullname: 'Mulino' })).toEqual({ fullname: 'Mulino', ...road });
  expect(
    buildNewGate({ ...EMPTY_GATE_TEXTS, fullname: 'Mulino', lat: '44,1', lon: '12.2', position: '4', note: 'palo' }),
  ).toEqual({ fullname: 'Mulino', ...road, gps_lat: 44.1, gps_lon: 12.2, ordine: 4, note: 'palo' });
});

it.each([
  ['44.139123, 12.2431', { lat: '44.139123', lon: '12.2431' }],
  ['44.1 12.2', { lat: '44.1', lon: '12.2' }],
  ['-33.5°; 151.25°', { lat: '-33.5', lon: '151.25' }],
  ['44,139', null],
  ['44.1', null],
  ['a, b', null],
])('%s pasted is %j', (text, expected) => {
  expect(splitPosition(text)).toEqual(expected);
});
