import { expect, test } from 'vitest';
import { readBenchOptions, parseRowCount } from './options.ts';

test('rows are said as people write them', () => {
  expect(['600k', '3m', '30000000', '0.5M'].map(parseRowCount)).toEqual([600_000, 3_000_000, 30_000_000, 500_000]);
  for (const text of ['', '5', '1g', '300m', '-3m', '1e9']) expect(() => parseRowCount(text)).toThrow('--rows');
});

test('a bench has a name; a size that is not said is that of the folder', () => {
  expect(readBenchOptions(['search'], '/root')).toMatchObject({
    name: 'search',
    dataDir: '/root/.data/bench',
    rows: null,
    withBaselines: false,
  });
  expect(readBenchOptions(['search', '--rows', '3m'], '/root').rows).toBe(3_000_000);
  for (const args of [[], ['nothing'], ['search', 'ingest'], ['search', '--wrong']])
    expect(() => readBenchOptions(args, '/root')).toThrow('Usage');
  expect(() => readBenchOptions(['ingest', '--seconds', '0'], '/root')).toThrow('--seconds');
  expect(readBenchOptions(['portal', '--runs', '3'], '/root')).toMatchObject({ name: 'portal', runs: 3 });
  expect(readBenchOptions(['scale', '--cluster', 'postgres://a,postgres://b'], '/root').cluster).toEqual([
    'postgres://a',
    'postgres://b',
  ]);
  expect(() => readBenchOptions(['portal', '--runs', '1.5'], '/root')).toThrow('--runs');
});
