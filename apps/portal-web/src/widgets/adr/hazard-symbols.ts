import type { AdrClass } from '@varco/domain/code-lists.ts';

export type HazardFace = {
  readonly ground:
    | 'orange'
    | 'green'
    | 'red'
    | 'white'
    | 'blue'
    | 'yellow'
    | 'redStripes'
    | 'redBelow'
    | 'redOverYellow'
    | 'yellowOverWhite'
    | 'blackBelow'
    | 'blackStripes';
  /** Color of symbol, inner line and number. */
  readonly symbolInk: 'black' | 'white';
  readonly numberInk: 'black' | 'white';
  readonly symbol:
    | 'blast'
    | 'flame'
    | 'flameOverCircle'
    | 'cylinder'
    | 'skull'
    | 'biohazard'
    | 'trefoil'
    | 'corrosion'
    | 'none';
};

const black = { symbolInk: 'black', numberInk: 'black' } as const;
const white = { symbolInk: 'white', numberInk: 'white' } as const;

/** Background, symbol and color of each of the 13 labels (ADR 5.2.2.2). */
export const HAZARD_FACES: Readonly<Record<AdrClass, HazardFace>> = {
  '1': { ground: 'orange', symbol: 'blast', ...black },
  '2': { ground: 'green', symbol: 'cylinder', ...white },
  '3': { ground: 'red', symbol: 'flame', ...white },
  '4.1': { ground: 'redStripes', symbol: 'flame', ...black },
  '4.2': { ground: 'redBelow', symbol: 'flame', ...black },
  '4.3': { ground: 'blue', symbol: 'flame', ...white },
  '5.1': { ground: 'yellow', symbol: 'flameOverCircle', ...black },
  '5.2': { ground: 'redOverYellow', symbol: 'flame', symbolInk: 'white', numberInk: 'black' },
  '6.1': { ground: 'white', symbol: 'skull', ...black },
  '6.2': { ground: 'white', symbol: 'biohazard', ...black },
  '7': { ground: 'yellowOverWhite', symbol: 'trefoil', ...black },
  '8': { ground: 'blackBelow', symbol: 'corrosion', symbolInk: 'black', numberInk: 'white' },
  '9': { ground: 'blackStripes', symbol: 'none', ...black },
};

/** Appearance of a class. Gases depend on their division: 2.1 flammable (red), 2.3 toxic (white); plain 2 and 2.2 are green. */
export function getHazardFace(code: AdrClass, division?: '2.1' | '2.2' | '2.3'): HazardFace {
  if (code === '2' && division === '2.1') return { ground: 'red', symbol: 'flame', ...white };
  if (code === '2' && division === '2.3') return { ground: 'white', symbol: 'skull', ...black };
  return HAZARD_FACES[code];
}
