import { expect, test } from 'vitest';
import type { RailSection } from '../../widgets/shell/Rail.tsx';
import { findRailEntry } from './find-rail-entry.ts';

const build = (...ids: readonly string[]): readonly RailSection[] => [
  { id: 'all', label: '', items: ids.map((id) => ({ id, label: id, icon: 'list', href: id })) },
];

test('a page without an entry of its own marks the one it belongs to', () => {
  const sections = build('/lpr', '/blacklist', '/visure-ministeriali', '/peer/status', '/peer/users');
  const find = (path: string): string | null => findRailEntry(sections, path);
  expect(['/lpr', '/peer/users', '/peer/devices'].map(find)).toEqual(['/lpr', '/peer/users', '/peer/status']);
  expect(find('/blacklist-v2')).toBe('/blacklist');
  expect(find('/visure-ministeriali/history')).toBe('/visure-ministeriali');
  expect(find('/about')).toBeNull();
  expect(findRailEntry(build('/lpr'), '/peer/users')).toBe('/peer/status');
});
