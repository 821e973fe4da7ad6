import { describe, expect, it } from 'vitest';
import type { PlantZone } from '../../../widgets/map/zones.api.ts';
import { gatesPicked, zoneChoices } from './gate-choices.ts';
import type { GatesOfPlant } from './use-gates.ts';

const zone = (peerId: number, id: number, nome: string, varchi: number[]) =>
  ({ peerId, zone: { id, nome, varchi } }) as unknown as PlantZone;
const plant = (peerId: number, ids: number[]) =>
  ({ peerId, gates: ids.map((id) => ({ id, fullname: `V${id}` })) }) as unknown as GatesOfPlant;

const PLANTS = [plant(1, [1, 2, 3, 4]), plant(2, [1, 2])];
const ZONES = [zone(1, 7, 'Centro', [1, 2, 9]), zone(2, 7, 'Porto', [1, 2]), zone(2, 8, 'Vuota', [50])];
const codeOf = (peerId: number): string => ['', 'CES', 'FOR'][peerId] ?? '';

describe('a zone stands for the gates in it', () => {
  it('is offered with the gates one may search, and not when it has none or all of them are chosen', () => {
    const offered = (chosen: { peerId: number; gateId: number }[], most = 100) =>
      zoneChoices(ZONES, PLANTS, { chosen, most, codeOf });
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
    expect(zoneChoices(ZONES, PLANTS, { chosen: three, most: 4, codeOf }).map((one) => one.disabled)).toEqual([
      false,
      true,
    ]);
  });

  it('picked, brings its gates, each once, beside those chosen one by one', () => {
    expect(gatesPicked(['1:3', '1:1', 'zone:1:7'], ZONES, PLANTS)).toEqual([
      { peerId: 1, gateId: 3 },
      { peerId: 1, gateId: 1 },
      { peerId: 1, gateId: 2 },
    ]);
    expect(gatesPicked(['zone:1:99'], ZONES, PLANTS)).toEqual([]);
  });
});
