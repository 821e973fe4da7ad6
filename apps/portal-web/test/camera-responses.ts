import type { CameraSample } from '@varco/contract/plant/camera-status.ts';
import type { CameraTask } from '@varco/contract/plant/camera-tasks.ts';
import { buildPagination } from './pagination.ts';

const STEP_MS = 300_000;
const SAMPLES = 288;

/** A day of samples that ends at 14:30 of Rome; two cameras were off for an hour, three at the end. */
function buildCameraSamples(): readonly CameraSample[] {
  const end = Date.parse('2026-11-20T13:30:00.000Z');
  return Array.from({ length: SAMPLES }, (_, at) => {
    const off = at >= SAMPLES - 12 ? 3 : at >= 100 && at < 112 ? 2 : 0;
    return {
      sampled_at: new Date(end - (SAMPLES - 1 - at) * STEP_MS).toISOString(),
      n_cameras: 24,
      n_cameras_off: off,
      off_cameras_list: [],
    };
  });
}

const TASK: CameraTask = {
  id: 1,
  varco_id: 3,
  varco: 'V03 Via Emilia ovest',
  muta_dal: '2026-11-20T11:00:00.000Z',
  notata_il: '2026-11-20T11:20:00.000Z',
  attese: 180,
  causa: 'contatto',
  presa_da: null,
  presa_il: null,
  fatta_da: null,
  fatta_il: null,
  nota: null,
};

interface Call {
  readonly route: string;
  readonly body: unknown;
}

/** State of the one task after these calls. */
function buildTask(calls: readonly Call[]): CameraTask {
  const at = '2026-11-20T13:31:00.000Z';
  const taken = calls.some(({ route }) => route.endsWith('/take')) ? { presa_da: 'amministratore', presa_il: at } : {};
  const done = calls.find(({ route }) => route.endsWith('/done'));
  const note = done === undefined ? null : String(Reflect.get(Object(done.body), 'nota'));
  return { ...TASK, ...taken, ...(note === null ? {} : { fatta_da: 'amministratore', fatta_il: at, nota: note }) };
}

export const isCameraPath = (path: string): boolean => path.startsWith('/api/camera');

export function respondToCameraCall(route: string, calls: readonly Call[]): unknown {
  if (route.startsWith('GET /api/camera_status'))
    return { objects: buildCameraSamples(), pagination: buildPagination(SAMPLES) };
  if (route.startsWith('GET /api/camera-confusions'))
    return { objects: [{ varco_id: 4, varco: 'V04 Secante', letta: 'B', giusta: '8', volte: 31 }] };
  if (route.startsWith('GET /api/camera-events'))
    return {
      objects: [
        { ora: '2026-11-20T11:20:00.000Z', tipo: 'muta', n: null },
        { ora: '2026-11-20T10:00:00.000Z', tipo: 'rifiutati', n: 4 },
      ],
    };
  return route.startsWith('GET ') ? { objects: [buildTask(calls)] } : buildTask(calls);
}
