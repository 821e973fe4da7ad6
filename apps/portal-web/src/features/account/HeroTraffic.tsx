import type { ReactElement } from 'react';
import styles from './HeroTraffic.module.css';

/** Gates of the drawing: x position and the label above the line. */
const GATES = [
  { x: 150, name: 'V03' },
  { x: 360, name: 'V07' },
  { x: 570, name: 'V12' },
  { x: 780, name: 'V21' },
] as const;

const ROWS = 16;
const ROW_HEIGHT = 52;

interface Passage {
  readonly x: number;
  readonly y: number;
  readonly trail: number;
  readonly tone: 'plain' | 'accent' | 'alarm';
}

/** Made-up traffic, the same each time, from a small multiplicative generator. */
function drawTraffic(): Passage[] {
  let seed = 7919;
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const passages: Passage[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    let x = -60 + next() * 120;
    while (x < 960) {
      const trail = 40 + next() * 110;
      const dice = next();
      passages.push({
        x,
        y: 78 + row * ROW_HEIGHT,
        trail,
        tone: dice < 0.03 ? 'alarm' : dice < 0.2 ? 'accent' : 'plain',
      });
      x += 150 + next() * 140;
    }
  }
  return passages;
}

const PASSAGES = drawTraffic();

/** Decoration behind the sign-in form: traffic between gates. */
export function HeroTraffic(): ReactElement {
  return (
    <svg className={styles.drawing} viewBox="0 0 920 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {GATES.map((gate) => (
        <g key={gate.name}>
          <path className={styles.gate} d={`M${gate.x} 46V868`} />
          <text className={styles.name} x={gate.x} y="36" textAnchor="middle">
            {gate.name}
          </text>
        </g>
      ))}
      {PASSAGES.map((p) => (
        <g key={`${p.x}-${p.y}`} className={styles[p.tone]}>
          <path className={styles.trail} d={`M${p.x - p.trail} ${p.y}h${p.trail}`} />
          <rect className={styles.plate} x={p.x} y={p.y - 4} width="22" height="8" rx="1.5" />
          <rect className={styles.band} x={p.x} y={p.y - 4} width="4" height="8" rx="1.2" />
          {GATES.filter((gate) => p.tone !== 'plain' && Math.abs(gate.x - p.x - 11) < 26).map((gate) => (
            <path key={gate.name} className={styles.flash} d={`M${gate.x} ${p.y - 13}v26`} />
          ))}
        </g>
      ))}
    </svg>
  );
}
