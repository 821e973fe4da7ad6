import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendError, sendJson } from './test-server.ts';

/** Failure modes of exports in the test plant and the test portal. */
export type ExportMode =
  | 'limit'
  | 'unlicensed'
  | 'empty'
  | 'max'
  | 'broken'
  | 'unauthorized'
  | 'missing'
  | 'incomplete'
  | 'failed'
  | 'expired'
  | 'chosen'
  | 'news'
  | 'unapproved';
const MODES: readonly string[] = [
  'limit',
  'unlicensed',
  'empty',
  'max',
  'broken',
  'unauthorized',
  'missing',
  'incomplete',
  'failed',
  'expired',
  'chosen',
  'news',
  'unapproved',
] satisfies ExportMode[];
export const isExportMode = (text: string | undefined): text is ExportMode => MODES.includes(text ?? '');

const EXPORT_ID = '1f0c2b6e-5a3d-4c1f-9b7e-0a1b2c3d4e5f';
const DIRECT_ID = '2f0c2b6e-5a3d-4c1f-9b7e-0a1b2c3d4e5f';
const AT = '2026-11-20T12:00:00.000Z';
const LATER = '2099-11-20T14:00:00.000Z';

const progress = (change: object = {}) => ({
  failed: false,
  completed: false,
  interrupted: false,
  timed_out: false,
  finished: false,
  updated: AT,
  started: AT,
  ended: null,
  elapsed: 30,
  eta: 90,
  progress_count: 5,
  progress_over: 20,
  progress_percentage: 25,
  ...change,
});
const peer = (number: number, label: string, change: object = {}) => ({
  peer_url: `https://p${number}.example`,
  label,
  peer_number: number,
  estimate: 10,
  progress: progress(),
  reception: 2,
  received: 2_048,
  fault: null,
  tries: 0,
  next_try: null,
  ...change,
});

/** A saved export as in the list response. */
const savedExport = (change: object = {}) => ({
  id: EXPORT_ID,
  created_at: AT,
  notified: true,
  user_id: 1,
  label: 'Oggi',
  notes: 'fascicolo 7',
  file_name: 'varco-20261120-1200-1f0c2b6e.zip',
  file_size: null,
  kept_until: null,
  prediction: '2026-11-20T12:02:00.000Z',
  without_images: false,
  with_context_images: true,
  watermark_tag: 'Procura',
  parameters: { f_targa: 'AB123CD', f_startTime: '2026-11-20T10:00:00.000Z' },
  transits: 5,
  reception: 2,
  progress: progress(),
  peers: [peer(1, 'Cesena Cintura'), peer(2, 'Forlì Sud', { fault: null, tries: 2, next_try: LATER, received: 0 })],
  key_matches: true,
  direct_export_config: null,
  ...change,
});
const DONE = savedExport({
  file_size: 1_048_576,
  kept_until: '2026-11-23T12:01:00.000Z',
  prediction: null,
  transits: 20,
  reception: 3,
  progress: progress({ completed: true, finished: true, ended: '2026-11-20T12:01:00.000Z', eta: null }),
  peers: [peer(1, 'Cesena Cintura', { reception: 3, progress: progress({ completed: true, finished: true }) })],
});
const INCOMPLETE = savedExport({
  ...DONE,
  notified: false,
  reception: 4,
  progress: progress({ finished: true, ended: AT, eta: null }),
  peers: [
    peer(1, 'Cesena Cintura', { reception: 3, progress: progress({ completed: true, finished: true }) }),
    peer(2, 'Forlì Sud', { reception: 4, fault: 'unreachable', progress: progress({ failed: true, ended: AT }) }),
  ],
});
/** A failed or expired export for which no plant sent data. */
const buildEndedExport = (mode: 'failed' | 'expired') =>
  savedExport({
    notified: false,
    reception: 4,
    prediction: null,
    progress: progress({ failed: mode === 'failed', timed_out: mode === 'expired', ended: AT, eta: null }),
    peers: [peer(1, 'Cesena Cintura', { reception: 4, fault: mode === 'failed' ? 'refused' : 'expired' })],
  });
const DIRECT = savedExport({
  id: DIRECT_ID,
  label: 'Diretta',
  file_name: 'varco-20261120-1200-2f0c2b6e.tsexp',
  progress: null,
  peers: [],
  reception: 0,
  direct_export_config: { sealed_pin: null, expires: LATER },
});

/** State of the test portal for one token: its exports, which advance with each request of their list. */
export interface TestExports {
  /** The end of an export is announced once per page, so each test has its own export ids. */
  readonly id: string;
  readonly exports: object[];
  isBegun: boolean;
}
export function createTestExports(): TestExports {
  const id = randomUUID();
  return { id, exports: [{ ...DONE, id }, DIRECT], isBegun: false };
}

const estimate = (mode: string) => ({
  count: mode === 'empty' ? 0 : mode === 'limit' ? 50_001 : 12,
  is_exact: mode !== 'limit',
  max_exportable: mode === 'limit' ? 50_000 : 10_000,
  used_per_mille: 0,
  limit_reached: mode === 'limit',
  license_valid: mode !== 'unlicensed',
  bytes: 1_048_576,
  seconds: 3,
  limitations: mode === 'chosen' ? ['chosen'] : [],
});

/** Responds to a call about exports; false when it is not one. */
export function respondToExportCall(
  state: { readonly mode: string; readonly exports: TestExports },
  route: string,
  body: Record<string, unknown>,
  to: ServerResponse,
): boolean {
  const { mode, exports: world } = state;
  if (route === 'POST /api/lpr/export/estimate') {
    if (mode === 'broken') sendError(to, 500, 'internal');
    else if (mode === 'unapproved') sendError(to, 403, 'no_perms', 'approval_invalid');
    else sendJson(to, estimate(mode));
    return true;
  }
  if (route === 'POST /api/lpr/export/delegation') return sendSuccess(to, { jwt: 'aaaa.bbbb.cccc', expires_at: LATER });
  if (route === 'GET /api/lpr/export/keys')
    return sendSuccess(to, { plant_uuid: EXPORT_ID, label: 'Cesena', keys: [{ kid: 'k', x: 'A'.repeat(43) }] });
  if (!route.includes(' /api/v1/')) return false;
  if (route === 'GET /api/v1/lpr/export/pending') {
    // Pending right after the start, finished at the next request.
    if (mode === 'news' && world.isBegun)
      return sendSuccess(to, { exports: [{ ...progress(), pending: true, job_id: world.id }] });
    const pending = world.isBegun ? [{ ...progress(), pending: true, job_id: world.id }] : [];
    if (world.isBegun) world.exports[0] = { ...DONE, id: world.id, notified: false };
    world.isBegun = false;
    return sendSuccess(to, { exports: pending });
  }
  if (route === 'GET /api/v1/exports/') {
    if (mode === 'failed' || mode === 'expired')
      return sendSuccess(to, { exports: [{ ...buildEndedExport(mode), id: world.id }], max_active_exports: 10 });
    if (mode === 'incomplete')
      return sendSuccess(to, { exports: [{ ...INCOMPLETE, id: world.id }, savedExport()], max_active_exports: 10 });
    return sendSuccess(to, { exports: world.exports, max_active_exports: 10 });
  }
  if (route === 'POST /api/v1/exports/watch' && mode === 'news') {
    // Only listeners of the event stream learn of the end; the stream sends the event and stays open.
    world.isBegun = false;
    world.exports[0] = { ...DONE, id: world.id, notified: false };
    to.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('event: changed\ndata: {}\n\n');
    return true;
  }
  if (route === 'POST /api/v1/exports') {
    if (mode === 'max')
      return sendRefusal(to, 409, 'conflict', 'max_exports', { active_exports: 10, max_active_exports: 10 });
    if (mode === 'broken') return sendRefusal(to, 500, 'internal');
    if (mode === 'unauthorized') return sendRefusal(to, 401, 'no_auth', 'x');
    if (mode === 'missing') return sendRefusal(to, 404, 'not_found');
    world.isBegun = true;
    return sendSuccess(to, { guid: body['guid'] });
  }
  if (route.startsWith('PUT ')) {
    world.exports[0] = { ...world.exports[0], ...body };
    return sendSuccess(to, world.exports[0] ?? {});
  }
  if (route.startsWith('DELETE /api/v1/exports/')) {
    world.exports.shift();
    to.writeHead(204).end();
    return true;
  }
  if (route.startsWith('DELETE ')) return sendSuccess(to, { cancelled: 1 });
  if (route.endsWith('/ticket')) return sendSuccess(to, { expires: LATER });
  return false;
}

function sendSuccess(to: ServerResponse, body: object): true {
  sendJson(to, body);
  return true;
}

function sendRefusal(to: ServerResponse, status: number, code: string, sub?: string, data?: object): true {
  to.writeHead(status, { 'Content-Type': 'application/json' });
  to.end(
    JSON.stringify({
      error: {
        code,
        path: '/api/v1/exports',
        ...(sub === undefined ? {} : { sub_code: sub }),
        ...(data === undefined ? {} : { data }),
      },
    }),
  );
  return true;
}
