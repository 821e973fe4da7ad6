import { expect, it } from 'vitest';
import { formatSlowestFiles } from './slowest-files.ts';

it('names the ten slowest files, with the times of their tests added up', () => {
  const times = Array.from({ length: 12 }, (_, i) => ({ file: `f${i}.ts`, seconds: i }));
  const line = formatSlowestFiles([...times, { file: 'f1.ts', seconds: 20.4 }]);
  expect(line).toMatch(/^f1\.ts 21 s, f11\.ts 11 s, /);
  expect(line.split(', ')).toHaveLength(10);
  expect(formatSlowestFiles([])).toBe('');
});
