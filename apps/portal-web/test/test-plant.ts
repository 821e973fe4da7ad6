import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';
import { LOOK_UP_COSTS, buildLookUpResponse, buildLookUpPage } from './look-up-responses.ts';
import {
  respondToExportCall,
  type ExportMode,
  type TestExports,
  isExportMode,
  createTestExports,
} from './export-responses.ts';
import { respondToAlertCall } from './alert-responses.ts';
import { respondToBlacklistCall, TEST_LISTED_PLATE } from './blacklist-responses.ts';
import { respondToImportCall } from './import-responses.ts';
import { respondToJoiningCall } from './joining-responses.ts';
import { respondToAdminCall, isAdminPath } from './admin-responses.ts';
import { respondToChannelCall } from './channel-responses.ts';
import { respondToHandoverCall } from './handover-responses.ts';
import { respondToPersonRequestCall } from './person-request-responses.ts';
import { isCameraPath, respondToCameraCall } from './camera-responses.ts';
import { buildControlRoomCounts, sendCounts } from './control-room-responses.ts';
import { respondToLogCall } from './log-responses.ts';
import { respondToNoteCall } from './note-responses.ts';
import { buildHistogramResponse } from './histogram-responses.ts';
import { respondToReadsCall } from './read-responses.ts';
import { respondToPeopleCall, respondToPushCall } from './people-responses.ts';
import {
  buildChartsResponse,
  buildFlowsResponse,
  buildPopulationResponse,
  buildStatisticsResponse,
  buildWatchResponse,
} from './report-responses.ts';
import { readAll, sendError, sendJson } from './test-server.ts';
import { respondToUsersCall } from './users-responses.ts';
import { buildAccompliceResponse, buildSuspectPage, buildSuspectWeights, buildTestGates } from './vehicle-responses.ts';

/** How the test plant responds to calls with a token. `hold`: only when the mode changes; `limited`: some gates only, or
 * a last part of the archive; `to-sign`: a
 * hand-over waits; `to-restrict`: the request of a person is one of restriction; `cut`: a proxy answers instead; `decided`: somebody decided about every alert. */
type Mode = 'ok' | 'fail' | 'no-pdf' | 'hold' | 'limited' | 'to-sign' | 'to-restrict' | 'cut' | 'decided' | ExportMode;

const isMode = (text: string | undefined): text is Mode =>
  text === 'fail' ||
  text === 'no-pdf' ||
  text === 'hold' ||
  text === 'limited' ||
  text === 'to-sign' ||
  text === 'to-restrict' ||
  text === 'cut' ||
  text === 'decided' ||
  isExportMode(text);

interface PlantState {
  mode: Mode;
  readonly calls: { readonly route: string; readonly body: unknown; readonly key?: unknown; readonly query?: string }[];
  readonly exports: TestExports;
  readonly held: (() => void)[];
}

const LOOK_UPS = '/api/visure_ministeriali';
const SUSPECTS = '/api/v2/lpr/suspects';

const HANDLED_PATHS = [
  '/api/imports',
  '/api/joining',
  '/api/server-keys',
  '/api/users',
  '/api/alert-people',
  '/api/alerts',
  '/api/audit/',
  '/audit/',
  '/api/handovers',
  '/api/person-requests',
  '/api/interforze',
  '/api/alert-channels',
  '/api/groups',
  '/api/settings',
  '/api/retention',
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
  '/api/charts/',
  '/api/v2/lpr/watch',
  '/api/varchi',
  '/api/control-room/watch',
  '/api/v2/lpr/new',
  '/api/v2/lpr/histogram',
  '/api/camera_status',
  '/api/camera-tasks',
  '/api/camera-confusions',
  '/api/camera-events',
  '/api/v1/exports',
  '/api/v1/lpr/',
];

/** What the calls of the lists, reports and analyses send. A type, so that it passes for any object. */
type TestBody = {
  readonly ids?: string[];
  readonly variants?: string[];
  readonly indirizzo?: string;
  readonly per?: string;
  readonly varco?: number;
  readonly targa?: string;
  readonly dal?: string;
  readonly al?: string;
  readonly testo?: string;
  readonly case?: string;
  readonly etichette?: string[];
  readonly name?: string;
  readonly names?: string[];
  readonly reads?: { readonly line: number }[];
};

/** Answers of analyses and reports by their address. */
const ANALYSES = new Map<string, (body: TestBody, mode: Mode) => object>([
  ['/api/platepartners', buildAccompliceResponse],
  [SUSPECTS, buildSuspectPage],
  [`${SUSPECTS}/weights`, () => buildSuspectWeights(false)],
  ['/api/v2/lpr/histogram', (_, mode) => buildHistogramResponse(mode === 'limited')],
  ['/api/charts/transits', (body, mode) => buildChartsResponse(body, mode === 'limited')],
  ['/api/charts/flows', buildFlowsResponse],
  ['/api/charts/population', buildPopulationResponse],
  ['/api/statistics/search', buildStatisticsResponse],
]);

/** A one-pixel white picture. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

const buildReport = (name: string, count: number) => ({
  data: Buffer.from('%PDF-1.7 invented').toString('base64'),
  fileName: name,
  mimeType: 'application/pdf',
  count,
  missing: 0,
});

/** Streams, which end with a change of the mode. False: another path. */
function respondWithStream(state: PlantState, path: string, to: ServerResponse): boolean {
  if (path !== '/api/control-room/watch' && path !== '/api/v2/lpr/new') return false;
  state.held.push(() => to.end());
  if (path === '/api/control-room/watch') {
    const limitazioni = state.mode === 'limited' ? (['gates'] as const) : [];
    sendCounts(to, buildControlRoomCounts({ limitazioni: [...limitazioni] }));
    return true;
  }
  to.writeHead(200, { 'Content-Type': 'text/event-stream' });
  to.write('event: nuovi\ndata: {"nuovi":4}\n\n');
  return true;
}

function respond(state: PlantState, route: string, body: TestBody, to: ServerResponse): void {
  const path = route.slice(route.indexOf(' ') + 1);
  if (respondToExportCall(state, route, body, to)) return;
  // Creation succeeds in every mode; only the check for an existing look-up can fail.
  if (path === LOOK_UPS) return sendJson(to, buildLookUpResponse(body));
  if (state.mode === 'fail') return sendError(to, 500, 'internal');
  if (state.mode === 'cut') return void to.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
  if (state.mode === 'decided' && /\/(?:verify|send|outcome)$/.test(path))
    return sendError(to, 409, 'conflict', 'decided_meanwhile');
  const analysis = ANALYSES.get(path);
  if (analysis !== undefined) return sendJson(to, analysis(body, state.mode));
  if (path.startsWith('/api/v2/lpr/watch')) return sendJson(to, buildWatchResponse());
  if (respondWithStream(state, path, to)) return;
  if (path.startsWith('/api/imports')) return sendJson(to, respondToImportCall(route, body));
  if (isCameraPath(path)) return sendJson(to, respondToCameraCall(route, state.calls));
  if (path === '/api/varchi') return sendJson(to, buildTestGates());
  if (path === `${LOOK_UPS}/costs`) return sendJson(to, LOOK_UP_COSTS);
  if (path === `${LOOK_UPS}/search`) return sendJson(to, buildLookUpPage(body));
  if (path.startsWith(LOOK_UPS)) return sendJson(to, buildLookUpResponse({ campo_ricerca: 'GK508RB' }));
  if (path.startsWith('/api/handovers')) {
    const sent = respondToHandoverCall(route, state.calls, state.mode === 'to-sign');
    return route.startsWith('DELETE') ? void to.writeHead(204).end() : sendJson(to, sent);
  }
  if (path.startsWith('/api/person-requests')) return sendJson(to, respondToPersonRequestCall(route, state));
  if (path.startsWith('/api/alerts')) return sendJson(to, respondToAlertCall(route, state.calls));
  if (route === 'POST /api/blacklist' && body.targa === TEST_LISTED_PLATE)
    return sendError(to, 409, 'conflict', 'blacklist_exists');
  if (path.startsWith('/api/blacklist')) return sendJson(to, respondToBlacklistCall(route, body));
  if (path.startsWith('/api/alert-channels/push')) {
    const sent = respondToPushCall(route, state.calls);
    return route.startsWith('DELETE') ? void to.writeHead(204).end() : sendJson(to, sent);
  }
  if (isAdminPath(path)) {
    const { status, body: sent } = respondToAdminCall(route, state.calls);
    return status === 204 ? void to.writeHead(204).end() : sendJson(to, sent, status);
  }
  if (path.startsWith('/api/joining') || path.startsWith('/api/server-keys')) {
    const { status, body: sent } = respondToJoiningCall(route, body);
    return status === 204 ? void to.writeHead(204).end() : sendJson(to, sent, status);
  }
  if (path.startsWith('/api/alert-people') || path === '/api/interforze')
    return sendJson(to, respondToPeopleCall(route, state.calls));
  if (path.startsWith('/api/users')) {
    const sent = respondToUsersCall(route, body, state.calls);
    return sendJson(to, sent.body, sent.status);
  }
  if (path.startsWith('/api/alert-channels')) {
    const sent = respondToChannelCall(route, body);
    const refused = { code: 'bad_request', sub_code: 'invalid_field', path: '/test', field: 'body/indirizzo' };
    return sent === null ? sendJson(to, { error: refused }, 400) : sendJson(to, sent);
  }
  if (respondToLogCall(route, body, to)) return;
  if (respondToNoteCall(route, body, to) || respondToReadsCall(route, to)) return;
  const ids = body.ids ?? [];
  if (path.endsWith('/pdf')) {
    const made = buildReport('transiti.pdf', ids.length);
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
    const known = plants.get(token) ?? { mode: 'ok', calls: [], held: [], exports: createTestExports() };
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
          state.mode = isMode(mode) ? mode : 'ok';
          for (const go of state.held.splice(0)) go();
          return sendJson(response, {});
        }
        const isOurs = HANDLED_PATHS.some((own) => path.startsWith(own));
        if (!isOurs) return next();
        void readAll(request).then((text) => {
          const state = plantOf((request.headers.authorization ?? '').replace('Bearer ', ''));
          const body = text === '' ? {} : JSON.parse(text);
          const route = `${request.method ?? ''} ${path}`;
          state.calls.push({ route, body, key: request.headers['x-export-key'], ...(query === '' ? {} : { query }) });
          const go = (): void => respond(state, route, body, response);
          if (state.mode === 'hold') state.held.push(go);
          else go();
        });
      });
    },
  };
}
