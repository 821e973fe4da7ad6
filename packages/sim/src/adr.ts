import { createWeightedDraw } from './random.ts';

/** A dangerous-goods load: the two numbers of the orange panel and the hazard class of the label. */
export interface AdrLoad {
  readonly kemler: string;
  readonly un: string;
  readonly adrClass: string;
}

const adrLoad = (kemler: string, un: string, adrClass: string): AdrLoad => ({ kemler, un, adrClass });

/** Loads with relative frequency. Fuels are the most common; every class that needs a numbered panel occurs. */
export const ADR_LOADS: readonly (readonly [AdrLoad, number])[] = [
  [adrLoad('30', '1202', '3'), 300],
  [adrLoad('33', '1203', '3'), 250],
  [adrLoad('23', '1965', '2'), 120],
  [adrLoad('223', '1972', '2'), 40],
  [adrLoad('225', '1073', '2'), 35],
  [adrLoad('22', '1977', '2'), 35],
  [adrLoad('20', '1013', '2'), 20],
  [adrLoad('268', '1005', '2'), 12],
  [adrLoad('33', '1170', '3'), 25],
  [adrLoad('336', '1230', '3'), 10],
  [adrLoad('80', '1824', '8'), 45],
  [adrLoad('80', '1830', '8'), 30],
  [adrLoad('80', '1789', '8'), 25],
  [adrLoad('90', '3082', '9'), 30],
  [adrLoad('99', '3257', '9'), 45],
  [adrLoad('44', '2448', '4.1'), 8],
  [adrLoad('40', '1361', '4.2'), 5],
  [adrLoad('423', '1402', '4.3'), 5],
  [adrLoad('50', '1942', '5.1'), 14],
  [adrLoad('539', '3109', '5.2'), 4],
  [adrLoad('60', '1888', '6.1'), 8],
  [adrLoad('606', '3291', '6.2'), 10],
  [adrLoad('70', '2915', '7'), 2],
];

/** Draws a load; the argument is uniform in [0, 1). */
export const drawLoad = createWeightedDraw(ADR_LOADS);
