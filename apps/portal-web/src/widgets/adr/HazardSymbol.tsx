import type { ReactElement } from 'react';
import type { HazardFace } from './hazard-symbols.ts';

const FLAME = 'M50 18c6 8 3 12 9 18 3-3 3-6 3-6 8 10 4 24-12 24S32 42 40 30c2 4 4 5 5 5 1-6 1-10 5-17z';
const SKULL =
  'M50 20c-10 0-14 6-14 13 0 6 4 8 4 11h20c0-3 4-5 4-11 0-7-4-13-14-13zm-6 12a4 4 0 1 1 0 .1zm12 0a4 4 0 1 1 0 .1z';
const TREFOIL = 'M50 38L40 20a20 20 0 0 1 20 0zM50 38l20 0a20 20 0 0 1-10 18zM50 38H30a20 20 0 0 0 10 18z';
const CORROSION = 'M34 22l14 6-2 5-14-6zM66 22l-14 6 2 5 14-6zM40 36v6M60 36v6M28 50h20v5H28zM54 50h18v5H54z';
const BLAST = 'M50 20l4 10 9-6-3 10 11 1-8 7 9 7-11 1 2 10-9-6-4 10-4-10-9 6 2-10-11-1 9-7-8-7 11-1-3-10 9 6z';

/** Symbol in the upper half of a hazard label, on a 100 by 100 square. */
export function HazardSymbol(props: { symbol: HazardFace['symbol']; ink: string }): ReactElement | null {
  const { symbol, ink } = props;
  const line = { fill: 'none', stroke: ink, strokeWidth: 4 } as const;
  switch (symbol) {
    case 'blast':
      return <path d={BLAST} fill={ink} />;
    case 'flame':
      return <path d={FLAME} fill={ink} />;
    case 'flameOverCircle':
      return (
        <>
          <circle cx="50" cy="44" r="12" {...line} />
          <path d={FLAME} fill={ink} transform="translate(12 6) scale(.76)" />
        </>
      );
    case 'cylinder':
      return <path d="M44 20h12v5l3 4v26H41V29l3-4z" fill={ink} />;
    case 'skull':
      return (
        <>
          <path d={SKULL} fill={ink} fillRule="evenodd" />
          <path d="M32 48l36 10M68 48L32 58" {...line} />
        </>
      );
    case 'biohazard':
      return (
        <>
          <circle cx="50" cy="30" r="9" {...line} />
          <circle cx="41" cy="45" r="9" {...line} />
          <circle cx="59" cy="45" r="9" {...line} />
        </>
      );
    case 'trefoil':
      return (
        <>
          <circle cx="50" cy="38" r="5" fill={ink} />
          <path d={TREFOIL} fill={ink} />
        </>
      );
    case 'corrosion':
      return <path d={CORROSION} fill={ink} stroke={ink} strokeWidth="2" />;
    case 'none':
      return null;
  }
}
