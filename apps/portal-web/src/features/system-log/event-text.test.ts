import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { expect, it } from 'vitest';
import { buildLogSearch, formatEvent, formatGateCode } from './event-text.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const SERVER_SOURCES = 'apps/{portal-server,plant-server}/src/**/*.ts';

/** Texts of server log calls that are stored for the system log; request logs are excluded. */
function findLoggedEvents(): readonly string[] {
  const found = [SERVER_SOURCES, 'packages/server-kit/src/**/*.ts']
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/log\.(?:info|warn|error)\('([^']+)'/g),
    ])
    .map(([, event = '']) => event);
  return [...new Set(found)].filter((event) => event !== 'request').sort();
}

it('every event a server keeps is shown in the words of the person', () => {
  const named = ((key: string) => key) as Translate;
  const events = findLoggedEvents();
  expect(events.length).toBeGreaterThan(25);
  expect(events.filter((event) => formatEvent(named, event) === event)).toEqual([]);
});

it('a code that names a gate is shown in the language of the person; all others are codes', () => {
  const { t } = createI18n('it');
  expect(formatGateCode(t, 'gate-20')).toBe('varco 20');
  expect(formatGateCode(t, 'ECONNREFUSED')).toBeNull();
  expect(formatGateCode(t, 'gate-to-gate')).toBeNull();
});

it('a search finds what is shown: the event in the language of the person, a gate, or a word of the server', () => {
  const { t } = createI18n('it');
  expect(buildLogSearch(t, '  ')).toBeNull();
  const found = buildLogSearch(t, ' Testimone ');
  expect(found?.q).toBe('Testimone');
  expect(found?.events.split('|')).toContain('witness not reachable');
  expect(buildLogSearch(t, 'varco 20')?.q).toBe('gate-20');
  expect(buildLogSearch(t, '(.*')).toEqual({ q: '(.*', events: '' });
});
