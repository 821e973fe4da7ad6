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
