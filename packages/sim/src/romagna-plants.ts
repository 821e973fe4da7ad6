import type { PlantFault, SimPlant } from './plant-types.ts';
import { listPlantGates } from './romagna-gates.ts';

const NONE: PlantFault = { kind: 'none' };

type PlantHead = Omit<SimPlant, 'index' | 'gates'>;

const PLANT_HEADS: readonly PlantHead[] = [
  {
    code: 'CES',
    label: 'Cesena Cintura',
    municipality: 'Cesena',
    province: 'FC',
    centre: { lat: 44.1391, lon: 12.2431 },
    people: 96,
    fault: NONE,
  },
  {
    code: 'FOR',
    label: 'Forlì Sud',
    municipality: 'Forlì',
    province: 'FC',
    centre: { lat: 44.2225, lon: 12.0408 },
    people: 117,
    fault: NONE,
  },
  {
    code: 'RAV',
    label: 'Ravenna Porto',
    municipality: 'Ravenna',
    province: 'RA',
    centre: { lat: 44.4175, lon: 12.1996 },
    people: 156,
    fault: { kind: 'slow', answerMs: [3800, 4400] },
  },
  {
    code: 'UNR',
    label: 'Unione Rubicone',
    municipality: 'Savignano sul Rubicone',
    province: 'FC',
    centre: { lat: 44.0901, lon: 12.3993 },
    people: 45,
    fault: { kind: 'limited', gateOrders: [1, 2, 4, 5], rangeHours: 48 },
  },
  {
    code: 'FAE',
    label: 'Faenza Ovest',
    municipality: 'Faenza',
    province: 'RA',
    centre: { lat: 44.2857, lon: 11.8833 },
    people: 59,
    fault: { kind: 'slow', answerMs: [1000, 2000] },
  },
  {
    code: 'RIM',
    label: 'Rimini Costa',
    municipality: 'Rimini',
    province: 'RN',
    centre: { lat: 44.0594, lon: 12.5683 },
    people: 150,
    fault: { kind: 'flaky', failShare: 0.25 },
  },
  {
    code: 'CER',
    label: 'Cervia Saline',
    municipality: 'Cervia',
    province: 'RA',
    centre: { lat: 44.2605, lon: 12.3499 },
    people: 29,
    fault: { kind: 'offline' },
  },
  {
    code: 'SAN',
    label: 'Santarcangelo',
    municipality: 'Santarcangelo di Romagna',
    province: 'RN',
    centre: { lat: 44.0635, lon: 12.4465 },
    people: 22,
    fault: { kind: 'no-permission' },
  },
];

/** The eight demo plants, in the order of the portal's plant column. */
export const ROMAGNA_PLANTS: readonly SimPlant[] = PLANT_HEADS.map((head, index) => ({
  index,
  ...head,
  gates: listPlantGates(head.code),
}));

/** Throws RangeError for a code that is not one of the eight. */
export function getPlantByCode(code: string): SimPlant {
  const plant = ROMAGNA_PLANTS.find((p) => p.code === code);
  if (plant === undefined) throw new RangeError(`no plant ${code}`);
  return plant;
}
