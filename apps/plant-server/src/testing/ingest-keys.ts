import type { IngestKeySeed } from '../seed/seed-plant.ts';

const buildKeySeed = (n: number, label: string, more: Partial<IngestKeySeed> = {}): IngestKeySeed => ({
  id: `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
  label,
  kind: 'camera',
  key: String(n).padStart(43, 'k'),
  createdAt: '2026-10-01T00:00:00.000Z',
  ...more,
});

/** API keys of the test plant; the property names say what is special. */
export const INGEST_KEYS = {
  all: buildKeySeed(1, 'engine'),
  first: buildKeySeed(2, 'camera 1', { gates: [1] }),
  elsewhere: buildKeySeed(3, 'far camera', { cidr: '203.0.113.0/24' }),
  loader: buildKeySeed(4, 'loader', { kind: 'import' }),
  loaderOfOne: buildKeySeed(5, 'loader of one gate', { kind: 'import', gates: [1] }),
  otherLoader: buildKeySeed(6, 'other loader', { kind: 'import' }),
} as const;

/** API key header for test calls. */
export const buildApiKeyHeader = (name: keyof typeof INGEST_KEYS): { readonly 'x-api-key': string } => ({
  'x-api-key': INGEST_KEYS[name].key,
});
