import * as api from '@varco/contract/plant/camera-status.ts';
import { toIsoInstant, parseInstantMs } from '@varco/domain/time/rome.ts';
import { AppError } from '@varco/server-kit/errors/app-error.ts';
import { implement } from '@varco/server-kit/http/implement.ts';
import { readGates, readZoneGates } from '../gates/gates.public.ts';
import type { PlantApp } from '../../context/plant-app.ts';
import type { CamerasDeps } from './cameras.deps.ts';
import { readPlantSettings } from '../../settings/plant-settings.repository.ts';
import { countSamples, readCameraLog, readSamples } from './camera-samples.repository.ts';
import { SAMPLE_INTERVAL_MS } from './record-camera-samples.ts';

const DAY_MS = 86_400_000;
/** A range of whole local days is an hour longer when the clock changes. */
const CLOCK_CHANGE_SLACK_MS = 2 * 3_600_000;

/** State of the cameras over time and the log of one camera (T 7.2), from the samples that the plant records. */
export function cameraRoutes(app: PlantApp, { store }: CamerasDeps): void {
  implement(app, api.cameraStatus, async ({ query }) => {
    const range = parseSampleRange(query.start_time, query.end_time);
    const gates = query.zone_id === undefined ? null : await readZoneGates(store.runner, query.zone_id);
    if (gates === null && query.zone_id !== undefined) throw new AppError('not_found');
    const { limit, p = -1 } = query;
    const offset = p > 0 ? (p - 1) * limit : query.offset;
    const [count, objects] = [
      await countSamples(store.runner, { ...range, gates }),
      [...(await readSamples(store.runner, { ...range, gates, offset, limit }))],
    ];
    const page = Math.floor(offset / limit) + 1;
    const hasNext = offset + objects.length < count;
    return {
      objects,
      pagination: {
        count,
        paginate: p > 0,
        page,
        page_size: limit,
        num_pages: Math.ceil(count / limit),
        has_previous: offset > 0,
        has_next: hasNext,
        previous_page: page > 1 ? page - 1 : null,
        next_page: hasNext ? page + 1 : null,
        offset,
        limit,
        kind: p > 0 ? 'page' : 'offset',
      },
    };
  });

  implement(app, api.cameraLog, async ({ params }) => {
    const { uuid } = await readPlantSettings(store.runner);
    const id = Number(/(\d+)\.json$/.exec(params.file)?.[1]);
    const gate = (await readGates(store.runner)).find((one) => one.id === id);
    if (params.folder !== `${uuid}-LogCamStat` || gate === undefined) throw new AppError('not_found');
    const rows = await readCameraLog(store.runner, id, api.CAMERA_LOG_ENTRIES);
    const common = { varco_id: id, varco: gate.fullname, interval_s: SAMPLE_INTERVAL_MS / 1000 };
    const lines = rows.map((row) => `${JSON.stringify(api.CameraLogLine.parse({ ...row, ...common }))}\n`);
    return { bytes: Buffer.from(lines.join('')), type: 'text/plain; charset=utf-8', fileName: `CamStat_${id}.json` };
  });
}

function parseSampleRange(start: string, end: string): { readonly from: string; readonly to: string } {
  const [fromMs, toMs] = [parseInstantMs(start), parseInstantMs(end)];
  if (toMs < fromMs) throw new AppError('bad_request', { sub: 'invalid_field', field: 'end_time' });
  if (toMs - fromMs > api.MAX_CAMERA_DAYS * DAY_MS + CLOCK_CHANGE_SLACK_MS)
    throw new AppError('bad_request', { sub: 'invalid_field', field: 'start_time' });
  return { from: toIsoInstant(fromMs), to: toIsoInstant(toMs) };
}
