import type { Map as LibraryMap } from 'maplibre-gl';
import { expect, type Mock, test, vi } from 'vitest';
import { applyOverlays } from './apply-overlays.ts';
import type { MapColours } from './map-colours.ts';
import { toMapData, type MapOverlay, createPoint } from './overlay.ts';

/** Minimal fake of the library's map, for overlays. */
function createFakeMap() {
  const sources = new Map<string, { setData: Mock<(data: unknown) => void> }>();
  const map = {
    getSource: (id: string) => sources.get(id),
    addSource: (id: string) => sources.set(id, { setData: vi.fn<(data: unknown) => void>() }),
    addLayer: vi.fn<(layer: unknown) => void>(),
  };
  const sent = (id: string): number => sources.get(id)?.setData.mock.calls.length ?? -1;
  return { map: map as unknown as LibraryMap, sources, told: sent };
}

const createOverlay = (id: string, data: MapOverlay['data']): MapOverlay => ({ id, data, layers: () => [] });
const colours = {} as MapColours;

test('an overlay whose data stay the same is not given to the map again; one that changed is', () => {
  const { map, told: sent } = createFakeMap();
  const lines = toMapData([createPoint([12, 44], {})]);
  applyOverlays(map, [createOverlay('lines', lines), createOverlay('mark', toMapData([]))], colours);
  expect([sent('lines'), sent('mark')]).toEqual([0, 0]);
  applyOverlays(
    map,
    [createOverlay('lines', lines), createOverlay('mark', toMapData([createPoint([12, 44], {})]))],
    colours,
  );
  expect([sent('lines'), sent('mark')]).toEqual([0, 1]);
  applyOverlays(map, [createOverlay('lines', toMapData([])), createOverlay('mark', toMapData([]))], colours);
  expect([sent('lines'), sent('mark')]).toEqual([1, 2]);
});

test('after a change of the ground, which takes all overlays away, they are put on again', () => {
  const { map, sources, told: sent } = createFakeMap();
  const lines = toMapData([createPoint([12, 44], {})]);
  applyOverlays(map, [createOverlay('lines', lines)], colours);
  sources.clear();
  applyOverlays(map, [createOverlay('lines', lines)], colours);
  expect(sent('lines')).toBe(0);
  applyOverlays(map, [createOverlay('lines', lines)], colours);
  expect(sent('lines')).toBe(0);
});
