import type { Transit } from '@varco/contract/plant/transit.ts';
import { formatDateTime } from '@varco/i18n/format.ts';

/** Columns of the exported tables, in the words of the wire. */
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

/** A picture of a row: its file in the export, and the hash taken when the read was stored; '' where there is none. */
export interface RowPicture {
  readonly file: string;
  readonly hash: string;
}
export type RowPictures = Readonly<Record<'scene' | 'plate' | 'context', RowPicture>>;

const text = (value: string | number | null): string => (value === null ? '' : String(value));

export function exportRow(n: number, transit: Transit, pictures: RowPictures): string[] {
  return [
    String(n),
    formatDateTime(transit.data),
    transit.data,
    transit.targa,
    text(transit.targa_corretta),
    text(transit.confidence),
    transit.nazione,
    transit.provincia,
    transit.comune,
    transit.varco,
    text(transit.varco_id),
    text(transit.direction),
    text(transit.lane),
    transit.class,
    transit.marca,
    transit.modello,
    transit.colore,
    text(transit.euro),
    text(transit.speed),
    text(transit.gps_lat),
    text(transit.gps_lon),
    transit.assicurata,
    text(transit.scadass),
    transit.revisionata,
    text(transit.scadrev),
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
