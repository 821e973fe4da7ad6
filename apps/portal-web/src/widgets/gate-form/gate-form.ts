import type { GateChangeBody, NewGateBody } from '@varco/contract/plant/gate-update.ts';
import type { Gate } from '@varco/contract/plant/gates.ts';

/** Form values of a gate, as typed. */
export interface GateTexts {
  readonly fullname: string;
  readonly desc: string;
  readonly lat: string;
  readonly lon: string;
  /** Order in lists. */
  readonly position: string;
  readonly direction: number;
  readonly hasTwoLanes: boolean;
  readonly camera: string;
  readonly video: string;
  readonly note: string;
  readonly isEnabled: boolean;
}

const formatDegrees = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(6))));

/** The form of a new gate. */
export const EMPTY_GATE_TEXTS: GateTexts = {
  fullname: '',
  desc: '',
  lat: '',
  lon: '',
  position: '',
  direction: 0,
  hasTwoLanes: false,
  camera: '',
  video: '',
  note: '',
  isEnabled: true,
};

export const toGateTexts = (gate: Gate): GateTexts => ({
  fullname: gate.fullname,
  desc: gate.desc,
  lat: formatDegrees(gate.gps_lat),
  lon: formatDegrees(gate.gps_lon),
  position: String(gate.ordine),
  direction: gate.direction,
  hasTwoLanes: gate.lane2,
  camera: gate.modello_cam,
  video: gate.url_video ?? '',
  note: gate.note,
  isEnabled: gate.stato !== 'disabled',
});

/** Invalid fields of the form. */
export type GateFault = 'name' | 'position' | 'order' | 'video';

/** Parses a number with a decimal point or comma; null: empty; NaN: not a number. */
function parseDecimal(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? null : /^-?\d{1,3}(?:\.\d{1,12})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** A pair such as `44.139123, 12.2431`, as maps copy it; null: no pair. */
export function splitPosition(text: string): { readonly lat: string; readonly lon: string } | null {
  const [, lat, lon] = /^\s*(-?\d{1,2}\.\d+)[°\s]*[,;\s]\s*(-?\d{1,3}\.\d+)[°\s]*$/.exec(text) ?? [];
  return lat === undefined || lon === undefined ? null : { lat, lon };
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
  if (!/^\d{0,5}$/.test(texts.position.trim())) faults.push('order');
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
    ...(texts.position === before.position || texts.position.trim() === '' ? {} : { ordine: Number(texts.position) }),
    ...(texts.hasTwoLanes === before.hasTwoLanes ? {} : { lane2: texts.hasTwoLanes }),
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

/** Body of a new gate with the typed values; what was left empty is left to the plant. */
export function buildNewGate(texts: GateTexts): NewGateBody {
  const at = parsePosition(texts);
  return {
    fullname: texts.fullname,
    direction: texts.direction,
    lane2: texts.hasTwoLanes,
    enabled: texts.isEnabled,
    ...(texts.position.trim() !== '' && { ordine: Number(texts.position) }),
    ...(texts.desc !== '' && { desc: texts.desc }),
    ...(texts.camera !== '' && { modello_cam: texts.camera }),
    ...(texts.video !== '' && { url_video: texts.video }),
    ...(texts.note !== '' && { note: texts.note }),
    ...(typeof at === 'object' && { gps_lat: at.lat, gps_lon: at.lon }),
  };
}
