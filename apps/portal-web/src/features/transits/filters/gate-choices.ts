import type { PlantZone } from '../../../widgets/map/zones.api.ts';
import type { SelectedGate } from '../search/search-filter.ts';
import type { Choice } from './ChoiceField.tsx';
import type { PlantGates } from './use-gates.ts';

const ZONE_KEY_PREFIX = 'zone:';
const toZoneValue = ({ peerId, zone }: PlantZone): string => `${ZONE_KEY_PREFIX}${peerId}:${zone.id}`;

/** Field value for a gate. */
export const toGateValue = ({ peerId, gateId }: SelectedGate): string => `${peerId}:${gateId}`;

function parseGateValue(key: string): SelectedGate {
  const [peerId, gateId] = key.split(':').map(Number);
  return { peerId: peerId ?? 0, gateId: gateId ?? 0 };
}

/** Keys of the gates in a zone that the user may search. */
function findSearchableGates(zone: PlantZone, plants: readonly PlantGates[]): readonly string[] {
  const own = plants.find(({ peerId }) => peerId === zone.peerId)?.gates ?? [];
  const inside = new Set(zone.zone.varchi);
  return own.filter(({ id }) => inside.has(id)).map(({ id }) => toGateValue({ peerId: zone.peerId, gateId: id }));
}

/** Zones that would add at least one gate, with their number of gates. A zone that would exceed the maximum is disabled. */
export function buildZoneChoices(
  zones: readonly PlantZone[],
  plants: readonly PlantGates[],
  rules: {
    readonly chosen: readonly SelectedGate[];
    readonly most: number;
    readonly codeOf: (peerId: number) => string;
  },
): readonly Choice[] {
  const chosen = new Set(rules.chosen.map(toGateValue));
  return zones.flatMap((zone) => {
    const gates = findSearchableGates(zone, plants);
    const added = gates.filter((key) => !chosen.has(key)).length;
    if (added === 0) return [];
    const label = `${rules.codeOf(zone.peerId)} ${zone.zone.nome} (${gates.length})`.trim();
    return [{ value: toZoneValue(zone), label, disabled: chosen.size + added > rules.most }];
  });
}

/** Resolves picked values to gates: a zone expands to its gates, without duplicates. */
export function resolvePickedGates(
  values: readonly string[],
  zones: readonly PlantZone[],
  plants: readonly PlantGates[],
): readonly SelectedGate[] {
  const keys = values.flatMap((value) => {
    if (!value.startsWith(ZONE_KEY_PREFIX)) return [value];
    const zone = zones.find((one) => toZoneValue(one) === value);
    return zone === undefined ? [] : findSearchableGates(zone, plants);
  });
  return [...new Set(keys)].map(parseGateValue);
}
