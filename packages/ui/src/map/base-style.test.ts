import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildBaseStyle } from './base-style.ts';
import type { MapColours } from './map-colours.ts';

const ARCHIVE = new URL('../../../../apps/portal-web/public/map/italy.pmtiles', import.meta.url);
/** Byte offsets of the minimum and maximum zoom in the header of an archive (PMTiles, version 3). */
const MIN_ZOOM_OFFSET = 100;
const MAX_ZOOM_OFFSET = 101;

test('our own ground is asked for the zooms its archive holds, and without asking the archive first', () => {
  const head = readFileSync(ARCHIVE).subarray(0, 127);
  const style = buildBaseStyle({ kind: 'own', url: '' }, {} as MapColours, 'https://portal.example');
  expect(head.subarray(0, 8).toString('latin1')).toBe('PMTiles\u0003');
  expect(style).toMatchObject({
    sources: {
      base: {
        tiles: ['pmtiles://https://portal.example/map/italy.pmtiles/{z}/{x}/{y}'],
        minzoom: head[MIN_ZOOM_OFFSET],
        maxzoom: head[MAX_ZOOM_OFFSET],
      },
    },
  });
  expect(style).not.toHaveProperty('sources.base.url');
});

const STREETS = '/map/streets.pmtiles';
const listLayers = (base: Parameters<typeof buildBaseStyle>[0]) => {
  const style = buildBaseStyle(base, {} as MapColours, 'https://portal.example');
  if (typeof style === 'string') throw new TypeError(style);
  return style;
};

test('streets lie over the land and below the names of towns, and end the schematic roads earlier', () => {
  const alone = listLayers({ kind: 'own', url: '' });
  const style = listLayers({ kind: 'own', url: '', streets: STREETS });
  const ids = style.layers.map(({ id }) => id);
  const findMaxZoom = ({ layers }: typeof style): number | undefined =>
    layers.find(({ id }) => id === 'motorway')?.maxzoom;
  expect(style.sources['streets']).toEqual({ type: 'vector', url: `pmtiles://https://portal.example${STREETS}` });
  expect(ids.indexOf('street-fast')).toBeGreaterThan(ids.indexOf('land'));
  expect(ids.indexOf('street-fast')).toBeLessThan(ids.indexOf('cities'));
  expect(new Set(ids).size).toBe(ids.length);
  expect([findMaxZoom(alone), findMaxZoom(style)]).toEqual([10, 8.5]);
  expect(alone.sources).not.toHaveProperty('streets');
});

test('the plain map and maps of others have no streets of ours over them', () => {
  const plain = listLayers({ kind: 'own-plain', url: '', streets: STREETS });
  const raster = listLayers({ kind: 'raster', url: 'https://tiles.example/{z}/{x}/{y}.png', streets: STREETS });
  expect(Object.keys(plain.sources)).toEqual(['base']);
  expect(Object.keys(raster.sources)).toEqual(['base']);
});
