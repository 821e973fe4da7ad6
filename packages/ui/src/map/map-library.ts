import * as library from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Protocol } from 'pmtiles';

let isReady = false;

/** Loads the map library with a worker from this origin and support for tile archives. */
export function getMapLibrary(): typeof library {
  if (!isReady) {
    isReady = true;
    library.setWorkerUrl(workerUrl);
    library.addProtocol('pmtiles', new Protocol().tile);
  }
  return library;
}
