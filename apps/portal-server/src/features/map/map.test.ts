import { mapConfig } from '@varco/contract/portal/map-config.ts';
import { injectJson, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPortalEnv } from '../../env.ts';
import { readSettingDefaults } from '../settings/setting-defaults.ts';
import { createPerson, seedPeople, signInAs } from '../../testing/test-people.ts';
import { createTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { buildMapConfig, listMapOrigins } from './map-settings.ts';

const REQUIRED = { VARCO_DATA_DIR: '/tmp/varco', VARCO_PUBLIC_ORIGIN: 'https://portal.example' };
const envOf = (more: Record<string, string>) => readPortalEnv({ ...REQUIRED, ...more });
const mapsOf = (more: Record<string, string>) => readSettingDefaults(envOf(more)).maps;
const configured = mapsOf({
  VARCO_MAP_SOURCE: 'https://tiles.example/{z}/{x}/{y}.png',
  VARCO_MAP_CREDIT: 'Esempio',
  VARCO_MAP_SOURCE_2: '/map/italy.pmtiles',
  VARCO_ROUTING_URL: 'https://roads.example/osrm',
  VARCO_ROUTING_KEY: 'chiave',
  VARCO_MAP_STREETS: 'https://streets.example/romagna.pmtiles',
  VARCO_MAP_ORIGINS: 'https://letters.example',
});

let portal: TestPortal;
let dist = '';
beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'varco-maps-'));
  await writeFile(path.join(dist, 'index.html'), '<meta name="varco-map-origins" content="VARCO_MAP_ORIGINS">');
  portal = await createTestPortal({
    settings: { maps: configured },
    webDist: dist,
  });
  await seedPeople(portal, [createPerson('bruni')], []);
});
afterAll(async () => {
  await portal.close();
  await rm(dist, { recursive: true });
});

it('EXT-01 EXT-02 EXT-03 two grounds and the routing service with its key come from the settings, to who is signed in', async () => {
  const bruni = await signInAs(portal, 'bruni');
  expect((await injectJson(portal.app, mapConfig, {}, { token: bruni.token })).body).toEqual({
    grounds: [
      { kind: 'raster', url: 'https://tiles.example/{z}/{x}/{y}.png', credit: 'Esempio' },
      { kind: 'pmtiles', url: '/map/italy.pmtiles', credit: '' },
    ],
    streets: { url: 'https://streets.example/romagna.pmtiles', credit: '© OpenStreetMap contributors' },
    routing: { url: 'https://roads.example/osrm', key: 'chiave' },
  });
  expect((await injectRaw(portal.app, mapConfig, {}, {})).status).toBe(401);
});

it('EXT-02 without settings the portal has a map of its own in two looks, and links are arcs', () => {
  expect(buildMapConfig(mapsOf({}))).toEqual({
    grounds: [
      { kind: 'own', url: '', credit: '' },
      { kind: 'own-plain', url: '', credit: '' },
    ],
    streets: null,
    routing: null,
  });
  expect(buildMapConfig(mapsOf({ VARCO_MAP_SOURCE: 'https://maps.example/style.json?v=2' })).grounds[0]?.kind).toBe(
    'style',
  );
});

it('the policy of the page allows exactly the configured origins, and the page is told them', async () => {
  const origins = [
    'https://letters.example',
    'https://tiles.example',
    'https://streets.example',
    'https://roads.example',
  ];
  expect(listMapOrigins(configured)).toEqual(origins);
  const answer = await portal.app.inject({ method: 'GET', url: '/lpr' });
  expect(answer.headers['content-security-policy']).toContain(origins.join(' '));
  expect(answer.body).toContain(`content="${origins.join(' ')}"`);
});

it.each([
  'http://tiles.example/{z}/{x}/{y}.png',
  'https://me:secret@tiles.example/',
  'file:///etc/passwd',
  'map',
  '/etc',
])('an address that is none of the web is refused at the start: %s', (address) => {
  expect(() => envOf({ VARCO_MAP_SOURCE: address })).toThrow('VARCO_MAP_SOURCE');
  expect(() => envOf({ VARCO_MAP_STREETS: address })).toThrow('VARCO_MAP_STREETS');
  expect(() => envOf({ VARCO_ROUTING_URL: address.replace('/etc', 'x') })).toThrow('VARCO_ROUTING_URL');
});

it.each(['/map/streets.json', '/map/{z}/{x}/{y}.png', '/streets.pmtiles', 'https://tiles.example/?f=a.pmtiles'])(
  'streets are an archive of tiles and nothing else: %s',
  (address) => {
    expect(() => envOf({ VARCO_MAP_STREETS: address })).toThrow('VARCO_MAP_STREETS');
  },
);
