import type { PlateTemplate } from './plate-template.ts';
import { weighted } from './random.ts';

export interface SimNation {
  /** Distinguishing sign of vehicles in international traffic (as on the vehicle sticker). */
  readonly code: string;
  readonly template: PlateTemplate;
  /** Relative share among foreign cars, lorries and coaches on the roads of Romagna. */
  readonly cars: number;
  readonly trucks: number;
  readonly buses: number;
}

const words = (text: string): readonly string[] => text.split(' ');

const row = (code: string, heads: string, tail: string, cars: number, trucks: number, buses: number): SimNation => ({
  code,
  template: { heads: heads === '' ? [] : words(heads), tail },
  cars,
  trucks,
  buses,
});

/**
 * Forty nations including Italy, whose plate series is defined separately. Town and county codes are real; the rest
 * is random.
 */
export const FOREIGN_NATIONS: readonly SimNation[] = [
  row('D', 'M B HH K F S N DA RO TS MB FR KA AUG', 'CC9000', 230, 60, 60),
  row('RO', 'AB AR BC BH BV CJ CT DJ GL IS MM SB SV TM VL', '00CCC', 170, 230, 60),
  row('CH', 'ZH BE TI GR SG AG LU VD', '900000', 110, 10, 20),
  row('F', '', 'LL000LL', 95, 25, 25),
  row('A', 'IL KU SB VL GR VI KL W', '900CC', 85, 40, 30),
  row('PL', 'KR WA PO GD KA RZ LU BI', '00000', 55, 210, 50),
  row('AL', '', 'LL000LL', 52, 6, 12),
  row('RSM', '', 'C0000', 48, 8, 12),
  row('UA', 'AA KA BC BO AO AX AE', '0000CC', 40, 25, 20),
  row('BG', 'CA CB PB TX BT EB', '0000\\ACC', 34, 70, 22),
  row('NL', '', 'CC000C', 33, 15, 8),
  row('SLO', 'LJ MB KP CE GO NM', 'CC000', 28, 85, 20),
  row('HR', 'ZG ST RI PU OS ZD', '000CC', 25, 45, 18),
  row('E', '', '0000CCC', 24, 35, 6),
  row('GB', 'LA BD KX OV SN YK', '00CCC', 23, 4, 2),
  row('H', '', 'CCC000', 19, 70, 14),
  row('CZ', '', '9C00000', 24, 45, 18),
  row('SK', 'BA KE ZA NR TN', '000CC', 12, 40, 8),
  row('B', '1', 'CCC000', 21, 6, 4),
  row('MD', '', 'CCC000', 18, 10, 4),
  row('SRB', 'BG NS NI KG SU', '000CC', 14, 25, 10),
  row('P', '', 'CC00CC', 10, 12, 2),
  row('GR', 'YZ IK NB PA', 'C9000', 9, 18, 5),
  row('L', '', 'CC9000', 6, 4, 1),
  row('DK', '', 'CC90000', 9, 2, 1),
  row('S', '', 'CCC00C', 8, 1, 1),
  row('N', '', 'CC90000', 4, 1, 0.5),
  row('FIN', '', 'CCC000', 3, 1, 0.5),
  row('IRL', '191D 202D 211C 221G 231D', '90000', 4, 0.5, 0.3),
  row('LT', '', 'CCC000', 9, 55, 2),
  row('LV', '', 'CC9000', 4, 15, 1),
  row('EST', '', '000CCC', 3, 6, 1),
  row('BIH', 'A E J K M O T', '00\\K000', 7, 12, 6),
  row('MNE', 'PG BD NK BR', 'CC000', 4, 4, 2),
  row('NMK', 'SK BT OH TE', '0000CC', 8, 12, 5),
  row('RKS', '01 02 03 05 06', '000CC', 6, 3, 3),
  row('TR', '34 06 35 16 41', 'CCC000', 4, 45, 2),
  row('MC', '', 'C00C', 3, 0, 0.2),
  row('CY', '', 'CCC000', 2, 1, 0.2),
];

/** Draws the nation of a foreign vehicle of the given kind; the argument is uniform in [0, 1). */
export const foreignNation = {
  cars: weighted(FOREIGN_NATIONS.map((n) => [n, n.cars] as const)),
  trucks: weighted(FOREIGN_NATIONS.map((n) => [n, n.trucks] as const)),
  buses: weighted(FOREIGN_NATIONS.map((n) => [n, n.buses] as const)),
} as const;
