import type { Point } from '../geo.ts';
import { getPlantByCode } from '../romagna-plants.ts';
import { extend, isOnLand, smooth, toSpot } from './plan-geometry.ts';
import { createStreet, type PlanFeature, type Spot, type StreetKind } from './street-plan-types.ts';

/**
 * Where a road passes: the centre of a town (`CES`), a gate by its position in the list of the town (`CES 1`), or
 * latitude and longitude.
 */
type Waypoint = string | readonly [lat: number, lon: number];

interface MainRoad {
  readonly kind: StreetKind;
  readonly ref: string;
  readonly name: string;
  readonly via: readonly Waypoint[];
}

/** Main roads through gates and towns. Their courses are invented; numbers and names are of the kind found there. */
const MAIN_ROADS: readonly MainRoad[] = [
  {
    kind: 'motorway',
    ref: 'A14',
    name: 'Autostrada Adriatica',
    via: [
      ...([
        [44.45, 11.55],
        [44.385, 11.7],
        [44.325, 11.88],
        [44.258, 12.037],
        [44.184, 12.212],
      ] as const),
      ...([
        [44.153, 12.3],
        [44.121, 12.386],
        [44.073, 12.506],
        [44.034, 12.56],
        [43.975, 12.69],
        [43.93, 12.8],
      ] as const),
    ],
  },
  {
    kind: 'trunk',
    ref: 'E45',
    name: 'Strada Orte-Ravenna',
    via: ['RAV', 'RAV 11', [44.29, 12.22], 'CES 9', [44.145, 12.207], 'CES 10', [44, 12.12], [43.8361, 11.9602]],
  },
  {
    kind: 'primary',
    ref: 'SS16',
    name: 'Via Adriatica',
    via: [
      ...(['RAV', 'RAV 8', 'RAV 7', 'CER 2', 'CER 1', [44.258, 12.338], 'CER 3', 'UNR 7', 'UNR 6', 'RIM 6'] as const),
      ...(['RIM 7', 'RIM 1', 'RIM', 'RIM 12', 'RIM 2', [43.9634, 12.7389]] as const),
    ].toReversed(),
  },
  {
    kind: 'primary',
    ref: 'SS9',
    name: 'Via Emilia',
    via: [
      ...([
        [44.45, 11.5],
        [44.3531, 11.7141],
        'FAE 2',
        'FAE 1',
        'FAE',
        'FAE 3',
        'FAE 4',
        'FOR 2',
        'FOR 1',
        'FOR',
      ] as const),
      ...([
        'FOR 3',
        'FOR 4',
        'CES 5',
        'CES 4',
        'CES 3',
        'CES',
        'CES 1',
        'CES 2',
        [44.108, 12.345],
        'UNR 2',
        'UNR 1',
      ] as const),
      ...(['UNR', 'UNR 3', 'UNR 4', 'SAN 2', 'SAN 1', 'SAN', 'SAN 3', 'SAN 4', 'RIM 4', 'RIM 3', 'RIM'] as const),
    ],
  },
  { kind: 'primary', ref: 'SS309', name: 'Via Romea', via: ['RAV', 'RAV 14', 'RAV 1', [44.55, 12.2], [44.7, 12.22]] },
  { kind: 'primary', ref: 'SP302', name: 'Via Faentina', via: ['FAE', 'FAE 6', [44.37, 12.03], 'RAV 3', 'RAV'] },
  { kind: 'secondary', ref: 'SP253', name: 'Via San Vitale', via: ['RAV', 'RAV 4', [44.42, 12.05], [44.43, 11.85]] },
  { kind: 'primary', ref: 'SS67', name: 'Via Ravegnana', via: ['FOR', 'FOR 10', [44.32, 12.11], 'RAV 5', 'RAV'] },
  { kind: 'secondary', ref: 'SP3', name: 'Via Dismano', via: ['RAV', 'RAV 6', [44.28, 12.2], [44.2, 12.235], 'CES'] },
  {
    kind: 'secondary',
    ref: 'SP7',
    name: 'Via Cervese',
    via: ['CES', 'CES 8', 'CES 12', [44.215, 12.28], 'CER 4', 'CER'],
  },
  { kind: 'secondary', ref: 'SP2', name: 'Via Cervese', via: ['FOR', 'FOR 7', [44.235, 12.17], 'CER 4'] },
  { kind: 'secondary', ref: 'SP8', name: 'Via del Confine', via: ['UNR', 'UNR 5', [44.16, 12.36], 'CER 8', 'CER'] },
  {
    kind: 'secondary',
    ref: 'SP258',
    name: 'Via Marecchiese',
    via: ['RIM', 'RIM 5', 'SAN 5', [44, 12.41], [43.93, 12.33]],
  },
  { kind: 'primary', ref: 'SS72', name: 'Via Consolare San Marino', via: ['RIM', 'RIM 8', [43.9424, 12.4578]] },
  { kind: 'primary', ref: 'SS67', name: 'Via Firenze', via: ['FOR', 'FOR 9', [44.12, 11.93], [44.05, 11.83]] },
  { kind: 'secondary', ref: 'SP4', name: 'Via Bidentina', via: ['FOR', 'FOR 6', [44.1, 12.0], [43.98, 11.97]] },
  { kind: 'secondary', ref: 'SP13', name: 'Via San Vito', via: ['SAN', 'SAN 7', [44.115, 12.46], 'UNR 6'] },
];

/** Gates that a main road passes, as `CES 1`. */
const PASSED = new Set(MAIN_ROADS.flatMap(({ via }) => via).filter((one) => typeof one === 'string'));

function findPoint(waypoint: Waypoint): Point {
  if (typeof waypoint !== 'string') return { lat: waypoint[0], lon: waypoint[1] };
  const [code = '', order] = waypoint.split(' ');
  const plant = getPlantByCode(code);
  if (order === undefined) return plant.centre;
  const gate = plant.gates[Number(order) - 1];
  if (gate === undefined) throw new RangeError(`no gate ${waypoint}`);
  return gate.site;
}

export const buildMainRoads = (): readonly PlanFeature[] =>
  MAIN_ROADS.map(({ kind, ref, name, via }) =>
    createStreet(kind, smooth(via.map((waypoint) => toSpot(findPoint(waypoint)))), name, ref),
  );

/** A road out of a town through one gate, to a hamlet. */
export interface GateRoad {
  readonly street: PlanFeature;
  readonly end: Spot;
}

const OUTSIDE_M = 3_200;

/** Roads through the gates that no main road passes, named after the gate. */
export const buildGateRoads = (codes: readonly string[]): readonly GateRoad[] =>
  codes.flatMap((code) => {
    const { centre, gates } = getPlantByCode(code);
    const middle = toSpot(centre);
    return gates
      .filter(({ order }) => !PASSED.has(`${code} ${order}`))
      .map(({ name, site, lanes }): GateRoad => {
        const gate = toSpot(site);
        const far = extend(middle, gate, OUTSIDE_M);
        const end = isOnLand(far) ? far : extend(middle, gate, 150);
        const label = name.replace(/^V\d+ /, '').replace(/,.*$/, '');
        const title = /^(?:Via|Viale|Lungomare|Circonvallazione|Tangenziale|Secante)\b/.test(label)
          ? label
          : `Via ${label}`;
        return {
          street: createStreet(lanes === 2 ? 'secondary' : 'tertiary', smooth([middle, gate, end]), title),
          end,
        };
      });
  });
