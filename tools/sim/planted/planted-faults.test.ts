import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { repositoryPath } from '../engine/repository-path.ts';
import { PLANTED_FAULTS } from './all-faults.ts';
import { plantFault } from './plant-fault.ts';

test('every planted fault has its own id and changes text that stands exactly once in its file', () => {
  expect(new Set(PLANTED_FAULTS.map(({ id }) => id)).size).toBe(PLANTED_FAULTS.length);
  const wrong = PLANTED_FAULTS.flatMap((fault) => {
    try {
      const source = readFileSync(repositoryPath(fault.file), 'utf8');
      return plantFault(fault, source) === source ? [`${fault.id} changes nothing`] : [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(wrong).toEqual([]);
});
