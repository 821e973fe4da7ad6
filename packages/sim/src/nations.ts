import type { PlateTemplate } from './plate-template.ts';
import { createWeightedDraw } from './random.ts';

export interface SimNation {
  /** Distinguishing sign of vehicles in international traffic (as on the vehicle sticker). */
  readonly code: string;
  readonly template: PlateTemplate;
  /** Relative share among foreign cars, lorries and coaches on the roads of Romagna. */
  readonly cars: number;
  readonly trucks: number;
  readonly buses: number;
}

const splitWords = (text: string): readonly string[] => text.split(' ');

const nationRow = (
  code: string,
  heads: string,
  tail: string,
  cars: number,
  trucks: number,
  buses: number,
): SimNation => ({
  code,
  template: { heads: heads === '' ? [] : splitWords(heads), tail },
  cars,
  trucks,
  buses,
});

/**
 * Forty nations including Italy, whose plate series is defined separately. Town and county codes are real; the rest
 * is random.
 */
export const FOREIGN_NATIONS: readonly SimNation[] = [
  nationRow('D', 'M B HH K F S N DA RO TS MB FR KA AUG', 'CC9000', 230, 60, 60),
  nationRow('RO', 'AB AR BC BH BV CJ CT DJ GL IS MM SB SV TM VL', '00CCC', 170, 230, 60),
  nationRow('CH', 'ZH BE TI GR SG AG LU VD', '900000', 110, 10, 20),
  nationRow('F', '', 'LL000LL', 95, 25, 25),
  nationRow('A', 'IL KU SB VL GR VI KL W', '900CC', 85, 40, 30),
  nationRow('PL', 'KR WA PO GD KA RZ LU BI', '00000', 55, 210, 50),
  nationRow('AL', '', 'LL000LL', 52, 6, 12),
  nationRow('RSM', '', 'C0000', 48, 8, 12),
  nationRow('UA', 'AA KA BC BO AO AX AE', '0000CC', 40, 25, 20),
  nationRow('BG', 'CA CB PB TX BT EB', '0000\\ACC', 34, 70, 22),
  nationRow('NL', '', 'CC000C', 33, 15, 8),
  nationRow('SLO', 'LJ MB KP CE GO NM', 'CC000', 28, 85, 20),
  nationRow('HR', 'ZG ST RI PU OS ZD', '000CC', 25, 45, 18),
  nationRow('E', '', '0000CCC', 24, 35, 6),
  nationRow('GB', 'LA BD KX OV SN YK', '00CCC', 23, 4, 2),
  nationRow('H', '', 'CCC000', 19, 70, 14),
  nationRow('CZ', '', '9C00000', 24, 45, 18),
  nationRow('SK', 'BA KE ZA NR TN', '000CC', 12, 40, 8),
  nationRow('B', '1', 'CCC000', 21, 6, 4),
  nationRow('MD', '', 'CCC000', 18, 10, 4),
  nationRow('SRB', 'BG NS NI KG SU', '000CC', 14, 25, 10),
  nationRow('P', '', 'CC00CC', 10, 12, 2),
  nationRow('GR', 'YZ IK NB PA', 'C9000', 9, 18, 5),
  nationRow('L', '', 'CC9000', 6, 4, 1),
  nationRow('DK', '', 'CC90000', 9, 2, 1),
  nationRow('S', '', 'CCC00C', 8, 1, 1),
  nationRow('N', '', 'CC90000', 4, 1, 0.5),
  nationRow('FIN', '', 'CCC000', 3, 1, 0.5),
  nationRow('IRL', '191D 202D 211C 221G 231D', '90000', 4, 0.5, 0.3),
  nationRow('LT', '', 'CCC000', 9, 55, 2),
  nationRow('LV', '', 'CC9000', 4, 15, 1),
  nationRow('EST', '', '000CCC', 3, 6, 1),
  nationRow('BIH', 'A E J K M O T', '00\\K000', 7, 12, 6),
  nationRow('MNE', 'PG BD NK BR', 'CC000', 4, 4, 2),
  nationRow('NMK', 'SK BT OH TE', '0000CC', 8, 12, 5),
  nationRow('RKS', '01 02 03 05 06', '000CC', 6, 3, 3),
  nationRow('TR', '34 06 35 16 41', 'CCC000', 4, 45, 2),
  nationRow('MC', '', 'C00C', 3, 0, 0.2),
  nationRow('CY', '', 'CCC000', 2, 1, 0.2),
];

/** Draws the nation of a foreign vehicle of the given kind; the argument is uniform in [0, 1). */
export const drawForeignNation = {
  cars: createWeightedDraw(FOREIGN_NATIONS.map((n) => [n, n.cars] as const)),
  trucks: createWeightedDraw(FOREIGN_NATIONS.map((n) => [n, n.trucks] as const)),
  buses: createWeightedDraw(FOREIGN_NATIONS.map((n) => [n, n.buses] as const)),
} as const;
