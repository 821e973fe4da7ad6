import type { Transit } from '@varco/contract/plant/transit.ts';
import { toIsoInstant, toRomeWallMs } from '@varco/domain/time/rome.ts';

/** Column names of the exported tables, as in the API. */
export const EXPORT_COLUMNS = [
  'n',
  'data_ora',
  'data_utc',
  'targa',
  'targa_corretta',
  'confidenza',
  'nazione',
  'provincia',
  'comune',
  'varco',
  'varco_id',
  'direzione',
  'corsia',
  'classe',
  'marca',
  'modello',
  'colore',
  'euro',
  'velocita',
  'lat',
  'lon',
  'assicurata',
  'scadenza_assicurazione',
  'revisionata',
  'scadenza_revisione',
  'rubata',
  'allarme',
  'sives',
  'ADR',
  'id_transito',
  'immagine_scena',
  'immagine_targa',
  'immagine_contesto',
  'sha256_scena',
  'sha256_targa',
  'sha256_contesto',
] as const;

/** A picture of a row: its file name in the export and the hash computed when the read was stored; '' where there is none. */
export interface RowPicture {
  readonly file: string;
  readonly hash: string;
}
export type RowPictures = Readonly<Record<'scene' | 'plate' | 'context', RowPicture>>;

const toCell = (value: string | number | null): string => (value === null ? '' : String(value));

/**
 * Same format as `formatDateTime` of the texts, which is too slow for whole tables because it resolves the time zone for
 * every instant.
 */
export function formatRomeTime(instant: string): string {
  const wall = toIsoInstant(toRomeWallMs(Date.parse(instant)));
  return `${wall.slice(8, 10)}/${wall.slice(5, 7)}/${wall.slice(0, 4)} ${wall.slice(11, 19)}`;
}

export function buildExportRow(n: number, transit: Transit, pictures: RowPictures): string[] {
  return [
    String(n),
    formatRomeTime(transit.data),
    transit.data,
    transit.targa,
    toCell(transit.targa_corretta),
    toCell(transit.confidence),
    transit.nazione,
    transit.provincia,
    transit.comune,
    transit.varco,
    toCell(transit.varco_id),
    toCell(transit.direction),
    toCell(transit.lane),
    transit.class,
    transit.marca,
    transit.modello,
    transit.colore,
    toCell(transit.euro),
    toCell(transit.speed),
    toCell(transit.gps_lat),
    toCell(transit.gps_lon),
    transit.assicurata,
    toCell(transit.scadass),
    transit.revisionata,
    toCell(transit.scadrev),
    transit.rubata,
    transit.allarme,
    transit.sives,
    transit.ADR,
    transit.id,
    pictures.scene.file,
    pictures.plate.file,
    pictures.context.file,
    pictures.scene.hash,
    pictures.plate.hash,
    pictures.context.hash,
  ];
}
