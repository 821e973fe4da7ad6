import type { Gate } from '@varco/contract/plant/gates.ts';
import { expect, it } from 'vitest';
import { createGate } from '../../../test/create-gate.ts';
import { buildGateOverlay, buildFeatureId, type PlantGate } from './gate-overlay.ts';

const gate = (id: number, more: Partial<Gate>): PlantGate => ({
  peerId: 7,
  gate: createGate(id, { fullname: `V0${id}`, direction: 1, ...more }),
});
const AIR = { pm10: 20, no2: null, data: '2026-11-20T08:00:00.000Z' };

it('PMAP-08 PMAP-04 each state has its look, online may carry a badge of the air, and a gate without a position is not drawn', () => {
  const gates = [
    gate(1, { stato: 'error' }),
    gate(2, { stato: 'disabled' }),
    gate(3, { stato: 'noplate', pollution: AIR }),
    gate(4, { stato: 'sleep' }),
    gate(5, { stato: 'online', pollution: AIR }),
    gate(6, { stato: 'online' }),
    gate(7, { stato: 'nogps', gps_lat: null, gps_lon: null }),
    gate(8, { stato: 'disabled', gps_lat: 0, gps_lon: 0 }),
  ];
  const drawn = buildGateOverlay(gates).data.features.map(({ properties }) => [
    properties['key'],
    properties['look'],
    properties['hasAir'],
  ]);
  expect(drawn).toEqual([
    ['7:1', 'error', false],
    ['7:2', 'disabled', false],
    ['7:3', 'noplate', false],
    ['7:4', 'sleep', false],
    ['7:5', 'online', true],
    ['7:6', 'online', false],
  ]);
  expect(gates.map(buildFeatureId)[6]).toBe('7:7');
});

it('PMAP-07 the ground a gate covers is as wide as its state says', () => {
  const radius = (stato: Gate['stato']): number =>
    Number(buildGateOverlay([gate(1, { stato })]).data.features[0]?.properties['radius']);
  expect(radius('error') / radius('disabled')).toBeCloseTo(2, 6);
  expect(radius('noplate') / radius('online')).toBeCloseTo(1.2, 6);
  expect(radius('sleep')).toBe(radius('online'));
});
