import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { Map as LibraryMap, type StyleSpecification } from 'maplibre-gl';
import { type ReactElement, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { MapBase } from './base-style.ts';
import { GATE_IMAGES } from './gate-images.ts';
import { MapCanvas } from './MapCanvas.tsx';
import type { MapHandle } from './map-handle.ts';
import { toMapData, type MapOverlay, createPoint } from './overlay.ts';

// Tiles of two services, both answered by the test server.
const FIRST: MapBase = { kind: 'raster', url: '/images/tiles-a/{z}/{x}/{y}.png' };
const SECOND: MapBase = { kind: 'raster', url: '/images/tiles-b/{z}/{x}/{y}.png' };
const OWN: MapBase = { kind: 'own', url: '' };
const ZOOM = { min: 0, max: 22, initial: 8 };

/** Zoom levels of the tiles requested from a service. */
const listRequestedZooms = (service: string): readonly number[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new RegExp(`/images/${service}/(\\d+)/`).exec(name)?.[1])
    .flatMap((zoom) => (zoom === undefined ? [] : [Number(zoom)]));

const GATE: MapOverlay = {
  id: 'gates',
  data: toMapData([createPoint([12.24, 44.14], { key: '7:3', look: 'online' })]),
  layers: () => [
    {
      id: 'symbol',
      type: 'symbol',
      layout: { 'icon-image': ['concat', 'gate-', ['get', 'look']], 'icon-allow-overlap': true },
    },
  ],
  isPickable: true,
};

function TestScreen(props: { onPick: (key: string | null) => void; onReady: (map: MapHandle) => void }): ReactElement {
  const [base, setBase] = useState(FIRST);
  return (
    <MantineProvider>
      <div style={{ width: 600, height: 400 }}>
        <MapCanvas
          label="Varchi"
          base={base}
          credit="Servizio di prova"
          overlays={[GATE]}
          images={GATE_IMAGES}
          zoom={ZOOM}
          resizeMs={300}
          centre={[12.24, 44.14]}
          failedText="Senza mappa"
          onReady={props.onReady}
          onPick={(pick) => props.onPick(pick?.key ?? null)}
        />
      </div>
      <button type="button" onClick={() => setBase(SECOND)}>
        Altro sfondo
      </button>
    </MantineProvider>
  );
}

const findIdleMap = (): Element | null => document.querySelector('[data-map-state=idle]');

test('EXT-02 EXT-03 TMAP-10 tiles come from the configured service at zoom 8, from the other once it is chosen, and what is drawn comes along', async () => {
  const picked: (string | null)[] = [];
  let map: MapHandle | null = null;
  await render(<TestScreen onPick={(key) => picked.push(key)} onReady={(made) => (map = made)} />);
  await expect.poll(findIdleMap, { timeout: 15_000 }).not.toBeNull();
  // Tiles of 256 pixels are requested one zoom level deeper.
  expect(new Set(listRequestedZooms('tiles-a'))).toEqual(new Set([9]));
  expect(listRequestedZooms('tiles-b')).toEqual([]);
  await expect.element(page.getByText('Servizio di prova')).toBeVisible();

  await page.getByRole('button', { name: 'Altro sfondo' }).click();
  await expect.poll(() => listRequestedZooms('tiles-b').length, { timeout: 15_000 }).toBeGreaterThan(0);
  await expect.poll(findIdleMap, { timeout: 15_000 }).not.toBeNull();
  const canvas = document.querySelector('canvas');
  if (canvas === null) throw new Error('no canvas');
  await vi.waitFor(async () => {
    await page.elementLocator(canvas).click({ position: { x: 300, y: 200 } });
    expect(picked).toContain('7:3');
  }, 10_000);
  await page.elementLocator(canvas).click({ position: { x: 40, y: 40 } });
  await expect.poll(() => picked.at(-1)).toBeNull();
  expect(await (map as MapHandle | null)?.picture()).toMatch(/^data:image\/png;base64,/);
});

/** Switches the theme like the portal: the scheme is passed to the provider, which applies it in its own effect. */
function ThemedMap(): ReactElement {
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  return (
    <MantineProvider forceColorScheme={scheme}>
      <style>{`:root { --map-sea: #aabbcc } [data-mantine-color-scheme='dark'] { --map-sea: #112233 }`}</style>
      <div style={{ width: 600, height: 400 }}>
        <MapCanvas
          label="Varchi"
          base={OWN}
          credit=""
          overlays={[]}
          images={[]}
          zoom={ZOOM}
          resizeMs={300}
          failedText="Senza mappa"
          onReady={() => undefined}
          onPick={() => undefined}
        />
      </div>
      <button type="button" onClick={() => setScheme('dark')}>
        Tema scuro
      </button>
    </MantineProvider>
  );
}

test('TMAP-10 a map that is open takes the colours of the theme that is chosen, its ground too', async () => {
  const input = vi.spyOn(LibraryMap.prototype, 'setStyle');
  await render(<ThemedMap />);
  await expect.poll(() => document.querySelector('canvas')).not.toBeNull();
  input.mockClear();
  await page.getByRole('button', { name: 'Tema scuro' }).click();
  await expect.poll(() => input.mock.calls.length).toBe(1);
  const [style] = input.mock.calls[0] ?? [];
  expect((style as StyleSpecification).layers[0]).toMatchObject({ paint: { 'background-color': '#112233' } });
  input.mockRestore();
});
