import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { LOOK_UP_COSTS, lookUpAnswer, lookUpPage } from './look-up-answers.ts';
import { answerExports, type ExportMode, type ExportWorld, isExportMode, newExportWorld } from './export-answers.ts';
import { blacklistAnswer } from './blacklist-answers.ts';
import { adminAnswer, isAdminPath } from './admin-answers.ts';
import { channelAnswer } from './channel-answers.ts';
import { peopleAnswer, pushAnswer } from './people-answers.ts';
import { statisticsAnswer, watchAnswer } from './report-answers.ts';
import { readAll, sendError, sendJson } from './test-server.ts';
import { usersAnswer } from './users-answers.ts';
import { accompliceAnswer, suspectPage, suspectWeights, testGates } from './vehicle-answers.ts';

/** How the test plant responds to calls with a token. `hold`: only when the mode changes. */
type Mode = 'ok' | 'fail' | 'no-pdf' | 'hold' | ExportMode;

interface PlantState {
  mode: Mode;
  readonly calls: { readonly route: string; readonly body: unknown; readonly key?: unknown; readonly query?: string }[];
  readonly exports: ExportWorld;
  readonly held: (() => void)[];
}

const LOOK_UPS = '/api/visure_ministeriali';
const SUSPECTS = '/api/v2/lpr/suspects';

const OURS = [
  '/api/users',
  '/api/alert-people',
  '/api/interforze',
  '/api/alert-channels',
  '/api/groups',
  '/api/devices',
  '/api/districts',
  '/api/people',
  '/api/lpr/',
  '/api/blacklist',
  LOOK_UPS,
  '/api/media/tickets',
  '/api/platepartners',
  SUSPECTS,
  '/api/statistics',
  '/api/v2/lpr/watch',
  '/api/varchi',
  '/api/v1/exports',
  '/api/v1/lpr/',
];

/** A one-pixel white picture. */
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

function answer(
  state: PlantState,
  route: string,
  body: { ids?: string[]; variants?: string[]; indirizzo?: string; per?: string },
  to: ServerResponse,
): void {
  const path = route.slice(route.indexOf(' ') + 1);
  if (answerExports(state, route, body, to)) return;
  // Creation succeeds in every mode; only the check for an existing look-up can fail.
  if (path === LOOK_UPS) return sendJson(to, lookUpAnswer(body));
  if (state.mode === 'fail') return sendError(to, 500, 'internal');
  if (path === '/api/platepartners') return sendJson(to, accompliceAnswer(body));
  if (path === SUSPECTS) return sendJson(to, suspectPage(body));
  if (path === `${SUSPECTS}/weights`) return sendJson(to, suspectWeights(false));
  if (path === '/api/statistics/search') return sendJson(to, statisticsAnswer(body));
  if (path.startsWith('/api/v2/lpr/watch')) return sendJson(to, watchAnswer());
  if (path === '/api/varchi') return sendJson(to, testGates());
  if (path === `${LOOK_UPS}/costs`) return sendJson(to, LOOK_UP_COSTS);
  if (path === `${LOOK_UPS}/search`) return sendJson(to, lookUpPage(body));
  if (path.startsWith(LOOK_UPS)) return sendJson(to, lookUpAnswer({ campo_ricerca: 'GK508RB' }));
  if (path.startsWith('/api/blacklist')) return sendJson(to, blacklistAnswer(route, body));
  if (path.startsWith('/api/alert-channels/push')) {
    const told = pushAnswer(route, state.calls);
    return route.startsWith('DELETE') ? void to.writeHead(204).end() : sendJson(to, told);
  }
  if (isAdminPath(path)) {
    const { status, body: told } = adminAnswer(route, state.calls);
    return status === 204 ? void to.writeHead(204).end() : sendJson(to, told, status);
  }
  if (path.startsWith('/api/alert-people') || path === '/api/interforze')
    return sendJson(to, peopleAnswer(route, state.calls));
  if (path.startsWith('/api/users')) {
    const told = usersAnswer(route, body, state.calls);
    return sendJson(to, told.body, told.status);
  }
  if (path.startsWith('/api/alert-channels')) {
    const told = channelAnswer(route, body);
    const refused = { code: 'bad_request', sub_code: 'invalid_field', path: '/test', field: 'body/indirizzo' };
    return told === null ? sendJson(to, { error: refused }, 400) : sendJson(to, told);
  }
  const ids = body.ids ?? [];
  if (path.endsWith('/pdf')) {
    const made = report('transiti.pdf', ids.length);
    return sendJson(to, state.mode === 'no-pdf' ? { ...made, data: Buffer.from('<html>').toString('base64') } : made);
  }
  const [variant = 't100'] = body.variants ?? [];
  return sendJson(to, { tickets: ids.map((id) => ({ id, tickets: { [variant]: `${variant}-${id}` } })) });
}

/**
 * The plant calls used by a list of transits, on the origin of the browser tests. Every token is a separate plant:
 * `POST /test-plant/<token>/<mode>` sets its mode, `GET /test-plant/<token>` returns the received calls.
 */
export function testPlant(): Plugin {
  const plants = new Map<string, PlantState>();
  const plantOf = (token: string): PlantState => {
    const known = plants.get(token) ?? { mode: 'ok', calls: [], held: [], exports: newExportWorld() };
    plants.set(token, known);
    return known;
  };
  return {
    name: 'test-plant',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = '', query = ''] = (request.url ?? '').split('?');
        const [, place, token = '', mode] = path.split('/');
        // Pictures by ticket, and the static ones of flags and brands.
        if ((path.startsWith('/api/media/') || path.startsWith('/images/')) && request.method === 'GET') {
          response.writeHead(200, { 'Content-Type': 'image/png' }).end(PIXEL);
          return;
        }
        if (place === 'test-plant') {
          const state = plantOf(token);
          if (request.method === 'GET') return sendJson(response, state.calls);
          state.mode = mode === 'fail' || mode === 'no-pdf' || mode === 'hold' || isExportMode(mode) ? mode : 'ok';
          for (const go of state.held.splice(0)) go();
          return sendJson(response, {});
        }
        const isOurs = OURS.some((own) => path.startsWith(own));
        if (!isOurs) return next();
        void readAll(request).then((text) => {
          const state = plantOf((request.headers.authorization ?? '').replace('Bearer ', ''));
          const body = text === '' ? {} : JSON.parse(text);
          const route = `${request.method ?? ''} ${path}`;
          state.calls.push({ route, body, key: request.headers['x-export-key'], ...(query === '' ? {} : { query }) });
          const go = (): void => answer(state, route, body, response);
          if (state.mode === 'hold') state.held.push(go);
          else go();
        });
      });
    },
  };
}
