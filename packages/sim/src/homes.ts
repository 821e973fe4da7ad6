import { hashText, mixHash, hashToUnit, createWeightedDraw } from './random.ts';

export interface Home {
  readonly municipality: string;
  readonly province: string;
  readonly postCode: string;
}

const row = (municipality: string, province: string, postCode: string, share: number): readonly [Home, number] => [
  { municipality, province, postCode },
  share,
];

/**
 * Where Italian vehicles of the area are registered: mostly in the area, then in neighbouring provinces and large
 * cities.
 */
const drawHome = createWeightedDraw<Home>([
  row('Cesena', 'FC', '47521', 150),
  row('Forlì', 'FC', '47121', 150),
  row('Savignano sul Rubicone', 'FC', '47039', 50),
  row('Meldola', 'FC', '47014', 20),
  row('Cesenatico', 'FC', '47042', 35),
  row('Ravenna', 'RA', '48121', 170),
  row('Faenza', 'RA', '48018', 70),
  row('Cervia', 'RA', '48015', 35),
  row('Lugo', 'RA', '48022', 25),
  row('Rimini', 'RN', '47921', 150),
  row('Santarcangelo di Romagna', 'RN', '47822', 35),
  row('Riccione', 'RN', '47838', 30),
  row('Bologna', 'BO', '40121', 60),
  row('Imola', 'BO', '40026', 25),
  row('Ferrara', 'FE', '44121', 18),
  row('Pesaro', 'PU', '61121', 22),
  row('Ancona', 'AN', '60121', 12),
  row('Modena', 'MO', '41121', 16),
  row('Milano', 'MI', '20121', 22),
  row('Roma', 'RM', '00184', 20),
  row('Firenze', 'FI', '50122', 12),
  row('Padova', 'PD', '35121', 10),
  row('Napoli', 'NA', '80133', 10),
  row('Torino', 'TO', '10121', 8),
]);

/** Municipality where an Italian vehicle is registered. Pure. */
export const deriveHome = (plate: string, seed: number): Home =>
  drawHome(hashToUnit(mixHash(hashText(seed, plate), 7)));
