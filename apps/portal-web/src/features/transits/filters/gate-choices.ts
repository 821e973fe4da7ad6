import type { PlantZone } from '../../../widgets/map/zones.api.ts';
import type { GateChoice } from '../search/search-filter.ts';
import type { Choice } from './ChoiceField.tsx';
import type { GatesOfPlant } from './use-gates.ts';

const ZONE = 'zone:';
const zoneKey = ({ peerId, zone }: PlantZone): string => `${ZONE}${peerId}:${zone.id}`;

/** Field value for a gate. */
export const gateKey = ({ peerId, gateId }: GateChoice): string => `${peerId}:${gateId}`;

function gateOf(key: string): GateChoice {
  const [peerId, gateId] = key.split(':').map(Number);
  return { peerId: peerId ?? 0, gateId: gateId ?? 0 };
}

/** Keys of the gates in a zone that the user may search. */
function gatesIn(zone: PlantZone, plants: readonly GatesOfPlant[]): readonly string[] {
  const own = plants.find(({ peerId }) => peerId === zone.peerId)?.gates ?? [];
  const inside = new Set(zone.zone.varchi);
  return own.filter(({ id }) => inside.has(id)).map(({ id }) => gateKey({ peerId: zone.peerId, gateId: id }));
}

/** Zones that would add at least one gate, with their number of gates. A zone that would exceed the maximum is disabled. */
export function zoneChoices(
  zones: readonly PlantZone[],
  plants: readonly GatesOfPlant[],
  rules: {
    readonly chosen: readonly GateChoice[];
    readonly most: number;
    readonly codeOf: (peerId: number) => string;
  },
): readonly Choice[] {
  const chosen = new Set(rules.chosen.map(gateKey));
  return zones.flatMap((zone) => {
    const gates = gatesIn(zone, plants);
    const added = gates.filter((key) => !chosen.has(key)).length;
    if (added === 0) return [];
    const label = `${rules.codeOf(zone.peerId)} ${zone.zone.nome} (${gates.length})`.trim();
    return [{ value: zoneKey(zone), label, disabled: chosen.size + added > rules.most }];
  });
}

/** Resolves picked values to gates: a zone expands to its gates, without duplicates. */
export function gatesPicked(
  values: readonly string[],
  zones: readonly PlantZone[],
  plants: readonly GatesOfPlant[],
): readonly GateChoice[] {
  const keys = values.flatMap((value) => {
    if (!value.startsWith(ZONE)) return [value];
    const zone = zones.find((one) => zoneKey(one) === value);
    return zone === undefined ? [] : gatesIn(zone, plants);
  });
  return [...new Set(keys)].map(gateOf);
}
