import { describe, expect, it } from 'vitest';
import type { PlantZone } from '../../../widgets/map/zones.api.ts';
import { resolvePickedGates, buildZoneChoices } from './gate-choices.ts';
import type { PlantGates } from './use-gates.ts';

const buildZone = (peerId: number, id: number, nome: string, varchi: number[]) =>
  ({ peerId, zone: { id, nome, varchi } }) as unknown as PlantZone;
const buildPlant = (peerId: number, ids: number[]) =>
  ({ peerId, gates: ids.map((id) => ({ id, fullname: `V${id}` })) }) as unknown as PlantGates;

const PLANTS = [buildPlant(1, [1, 2, 3, 4]), buildPlant(2, [1, 2])];
const ZONES = [buildZone(1, 7, 'Centro', [1, 2, 9]), buildZone(2, 7, 'Porto', [1, 2]), buildZone(2, 8, 'Vuota', [50])];
const getCode = (peerId: number): string => ['', 'CES', 'FOR'][peerId] ?? '';

describe('a zone stands for the gates in it', () => {
  it('is offered with the gates one may search, and not when it has none or all of them are chosen', () => {
    const offered = (chosen: { peerId: number; gateId: number }[], most = 100) =>
      buildZoneChoices(ZONES, PLANTS, { chosen, most, codeOf: getCode });
    expect(offered([])).toEqual([
      { value: 'zone:1:7', label: 'CES Centro (2)', disabled: false },
      { value: 'zone:2:7', label: 'FOR Porto (2)', disabled: false },
    ]);
    const centre = [1, 2].map((gateId) => ({ peerId: 1, gateId }));
    expect(offered(centre).map(({ label }) => label)).toEqual(['FOR Porto (2)']);
    // The same gate number on another plant is a different gate.
    expect(offered([{ peerId: 2, gateId: 1 }]).map(({ label }) => label)).toEqual(['CES Centro (2)', 'FOR Porto (2)']);
  });

  it('cannot be picked when its gates go over the limit', () => {
    const three = [1, 3, 4].map((gateId) => ({ peerId: 1, gateId }));
    expect(
      buildZoneChoices(ZONES, PLANTS, { chosen: three, most: 4, codeOf: getCode }).map((one) => one.disabled),
    ).toEqual([false, true]);
  });

  it('picked, brings its gates, each once, beside those chosen one by one', () => {
    expect(resolvePickedGates(['1:3', '1:1', 'zone:1:7'], ZONES, PLANTS)).toEqual([
      { peerId: 1, gateId: 3 },
      { peerId: 1, gateId: 1 },
      { peerId: 1, gateId: 2 },
    ]);
    expect(resolvePickedGates(['zone:1:99'], ZONES, PLANTS)).toEqual([]);
  });
});
