import type { GateChangeBody } from '@varco/contract/plant/gate-update.ts';
import type { Gate } from '@varco/contract/plant/gates.ts';

/** Form values of a gate, as typed. */
export interface GateTexts {
  readonly fullname: string;
  readonly desc: string;
  readonly lat: string;
  readonly lon: string;
  readonly direction: number;
  readonly camera: string;
  readonly video: string;
  readonly note: string;
  readonly isEnabled: boolean;
}

const formatDegrees = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(6))));

export const toGateTexts = (gate: Gate): GateTexts => ({
  fullname: gate.fullname,
  desc: gate.desc,
  lat: formatDegrees(gate.gps_lat),
  lon: formatDegrees(gate.gps_lon),
  direction: gate.direction,
  camera: gate.modello_cam,
  video: gate.url_video ?? '',
  note: gate.note,
  isEnabled: gate.stato !== 'disabled',
});

/** Invalid fields of the form. */
export type GateFault = 'name' | 'position' | 'video';

/** Parses a number with a decimal point or comma; null: empty; NaN: not a number. */
function parseDecimal(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? null : /^-?\d{1,3}(?:\.\d{1,12})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Parses latitude and longitude; `none`: both empty; `wrong`: invalid. */
export function parsePosition({
  lat,
  lon,
}: Pick<GateTexts, 'lat' | 'lon'>): { lat: number; lon: number } | 'none' | 'wrong' {
  const [y, x] = [parseDecimal(lat), parseDecimal(lon)];
  if (y === null && x === null) return 'none';
  if (y === null || x === null) return 'wrong';
  return Math.abs(y) <= 90 && Math.abs(x) <= 180 ? { lat: y, lon: x } : 'wrong';
}

export function validateGateTexts(texts: GateTexts): readonly GateFault[] {
  const faults: GateFault[] = [];
  if (texts.fullname.trim() === '') faults.push('name');
  if (parsePosition(texts) === 'wrong') faults.push('position');
  if (texts.video !== '' && !/^(?:https?|rtsps?):\/\/[^\s@]+$/i.test(texts.video)) faults.push('video');
  return faults;
}

/** Change that saves the typed values: only fields that differ, and the version read. */
export function buildGateChange(gate: Gate, texts: GateTexts): GateChangeBody {
  const before = toGateTexts(gate);
  const at = parsePosition(texts);
  const hasMoved = texts.lat !== before.lat || texts.lon !== before.lon;
  return {
    updated: gate.updated,
    ...(texts.fullname === before.fullname ? {} : { fullname: texts.fullname }),
    ...(texts.desc === before.desc ? {} : { desc: texts.desc }),
    ...(texts.direction === before.direction ? {} : { direction: texts.direction }),
    ...(texts.camera === before.camera ? {} : { modello_cam: texts.camera }),
    ...(texts.video === before.video ? {} : { url_video: texts.video === '' ? null : texts.video }),
    ...(texts.note === before.note ? {} : { note: texts.note }),
    ...(texts.isEnabled === before.isEnabled ? {} : { enabled: texts.isEnabled }),
    ...(!hasMoved || at === 'wrong'
      ? {}
      : at === 'none'
        ? { gps_lat: null, gps_lon: null }
        : { gps_lat: at.lat, gps_lon: at.lon }),
  };
}
