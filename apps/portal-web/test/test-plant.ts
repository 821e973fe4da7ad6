import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { readAll, sendError, sendJson } from './test-server.ts';

/** What the test plant does with calls of one token. `hold`: it answers only when the mode changes. */
type Mode = 'ok' | 'fail' | 'no-pdf' | 'hold';

interface PlantState {
  mode: Mode;
  readonly calls: { readonly route: string; readonly body: unknown }[];
  readonly held: (() => void)[];
}

/** One white pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

const report = (name: string, count: number) => ({
  data: Buffer.from('%PDF-1.7 invented').toString('base64'),
  fileName: name,
  mimeType: 'application/pdf',
  count,
  missing: 0,
});

function answer(state: PlantState, route: string, body: { ids?: string[]; variants?: string[] }, to: ServerResponse) {
  if (state.mode === 'fail') return sendError(to, 500, 'internal');
  const ids = body.ids ?? [];
  if (route.endsWith('/pdf')) {
    const made = report('transiti.pdf', ids.length);
    return sendJson(to, state.mode === 'no-pdf' ? { ...made, data: Buffer.from('<html>').toString('base64') } : made);
  }
  const [variant = 't100'] = body.variants ?? [];
  return sendJson(to, { tickets: ids.map((id) => ({ id, tickets: { [variant]: `${variant}-${id}` } })) });
}

/**
 * The calls of a plant that belong to a list of transits, on the origin of the browser tests. Every token is a plant of its
 * own: `POST /test-plant/<token>/<mode>` sets what it does, `GET /test-plant/<token>` tells what it was asked.
 */
export function testPlant(): Plugin {
  const plants = new Map<string, PlantState>();
  const plantOf = (token: string): PlantState => {
    const known = plants.get(token) ?? { mode: 'ok', calls: [], held: [] };
    plants.set(token, known);
    return known;
  };
  return {
    name: 'test-plant',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        const [, place, token = '', mode] = path.split('/');
        // Pictures by ticket, and the static ones of flags and brands.
        if ((path.startsWith('/api/media/') || path.startsWith('/images/')) && request.method === 'GET') {
          response.writeHead(200, { 'Content-Type': 'image/png' }).end(PIXEL);
          return;
        }
        if (place === 'test-plant') {
          const state = plantOf(token);
          if (request.method === 'GET') return sendJson(response, state.calls);
          state.mode = mode === 'fail' || mode === 'no-pdf' || mode === 'hold' ? mode : 'ok';
          for (const go of state.held.splice(0)) go();
          return sendJson(response, {});
        }
        if (!path.startsWith('/api/lpr/') && path !== '/api/media/tickets') return next();
        void readAll(request).then((text) => {
          const state = plantOf((request.headers.authorization ?? '').replace('Bearer ', ''));
          const body = text === '' ? {} : JSON.parse(text);
          state.calls.push({ route: `${request.method ?? ''} ${path}`, body });
          const go = (): void => answer(state, path, body, response);
          if (state.mode === 'hold') state.held.push(go);
          else go();
        });
      });
    },
  };
}
