import type { GateChange } from '@varco/contract/plant/gate-update.ts';
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

const degrees = (value: number | null): string => (value === null ? '' : String(Number(value.toFixed(6))));

export const textsOf = (gate: Gate): GateTexts => ({
  fullname: gate.fullname,
  desc: gate.desc,
  lat: degrees(gate.gps_lat),
  lon: degrees(gate.gps_lon),
  direction: gate.direction,
  camera: gate.modello_cam,
  video: gate.url_video ?? '',
  note: gate.note,
  isEnabled: gate.stato !== 'disabled',
});

/** Invalid fields of the form. */
export type GateFault = 'name' | 'position' | 'video';

/** Parses a number with a decimal point or comma; null: empty; NaN: not a number. */
function numberOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? null : /^-?\d{1,3}(?:\.\d{1,12})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/** Parses latitude and longitude; `none`: both empty; `wrong`: invalid. */
export function positionOfTexts({
  lat,
  lon,
}: Pick<GateTexts, 'lat' | 'lon'>): { lat: number; lon: number } | 'none' | 'wrong' {
  const [y, x] = [numberOf(lat), numberOf(lon)];
  if (y === null && x === null) return 'none';
  if (y === null || x === null) return 'wrong';
  return Math.abs(y) <= 90 && Math.abs(x) <= 180 ? { lat: y, lon: x } : 'wrong';
}

export function faultsOf(texts: GateTexts): readonly GateFault[] {
  const faults: GateFault[] = [];
  if (texts.fullname.trim() === '') faults.push('name');
  if (positionOfTexts(texts) === 'wrong') faults.push('position');
  if (texts.video !== '' && !/^(?:https?|rtsps?):\/\/[^\s@]+$/i.test(texts.video)) faults.push('video');
  return faults;
}

/** Change that saves the typed values: only fields that differ, and the version read. */
export function changeOf(gate: Gate, texts: GateTexts): GateChange {
  const before = textsOf(gate);
  const at = positionOfTexts(texts);
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
