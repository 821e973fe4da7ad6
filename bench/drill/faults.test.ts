import { expect, test } from 'vitest';
import { describeFault, drawFault, FAULT_KINDS } from './faults.ts';

const SEEDS = Array.from({ length: 200 }, (_, i) => i + 1);

test('a seed always draws the same fault at the same moment, and seeds that follow each other go through all kinds', () => {
  expect(SEEDS.map(drawFault)).toEqual(SEEDS.map(drawFault));
  expect(FAULT_KINDS.map((_, i) => drawFault(41 + i).kind).toSorted()).toEqual([...FAULT_KINDS].toSorted());
  expect(new Set(SEEDS.map((seed) => drawFault(seed).atMs)).size).toBeGreaterThan(150);
});

test('every variant of a fault is drawn and said in words', () => {
  const texts = SEEDS.map((seed) => describeFault(drawFault(seed)));
  const variants = [
    ...[
      'request breaks',
      'request hangs, then goes on',
      'answer hangs, then breaks',
      'answer hangs, then stays silent',
    ],
    ...[
      'one backend',
      'the whole database',
      'backends only',
      'all processes',
      'database killed meanwhile',
      'again after',
    ],
  ];
  expect(variants.filter((variant) => !texts.some((text) => text.includes(variant)))).toEqual([]);
  expect(SEEDS.map(drawFault).filter(({ kind, forMs }) => kind.startsWith('kill') !== (forMs === 0))).toEqual([]);
});
