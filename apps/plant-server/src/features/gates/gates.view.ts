import type { Gate } from '@varco/contract/plant/gates.ts';
import { getGateState } from '@varco/domain/transits/gate-state.ts';
import type { GateRow } from './gates.repository.ts';

interface GateViewContext {
  readonly lastPlate: string | null;
  readonly isAllowed: boolean;
  readonly nowMs: number;
  /** Who changed it last; null: whoever reads is not told. */
  readonly author: string | null;
}

/** A gate in the format of the API (T 3.4), with its state computed now (T 4.8). */
export const toGate = (row: GateRow, { lastPlate, isAllowed, nowMs, author }: GateViewContext): Gate => ({
  id: row.id,
  fullname: row.fullname,
  desc: row.description,
  ordine: row.position,
  gps_lat: row.lat,
  gps_lon: row.lon,
  note: row.note,
  lane2: row.lane2,
  rca_status: row.rca_status,
  updated: row.updated_at,
  last_record_lpr: lastPlate,
  last_plate_date: lastPlate,
  direction: row.direction,
  modello_cam: row.camera_model,
  stato: getGateState(
    {
      enabled: row.enabled,
      hasError: row.has_error,
      lat: row.lat,
      lon: row.lon,
      lastPlateMs: lastPlate === null ? null : Date.parse(lastPlate),
    },
    nowMs,
  ),
  url_video: row.video_url,
  sd_size: row.sd_size,
  boundary: row.boundary,
  enabled_for_user: isAllowed,
  pollution: toAirQuality(row, nowMs),
  ...(author !== null && { updated_by: author }),
});

/** An older air quality measurement is not shown as current. */
const MAX_AIR_QUALITY_AGE_MS = 24 * 3_600_000;

function toAirQuality({ air_pm10: pm10, air_no2: no2, air_at: at }: GateRow, nowMs: number): Gate['pollution'] {
  return at === null || nowMs - Date.parse(at) > MAX_AIR_QUALITY_AGE_MS ? null : { pm10, no2, data: at };
}
