import { LOOK_UP_KEYS, LOOK_UP_REQUESTS, LOOK_UP_VEHICLES } from '@varco/domain/look-ups/look-up-codes.ts';
import { formatCsv } from '@varco/server-kit/http/csv-text.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { LookUpRow } from './look-up.repository.ts';
import { toLookUpObject } from './look-ups.view.ts';

const CSV_HEADER = [
  'data',
  'utente',
  'tipo_richiesta',
  'tipo_ricerca',
  'campo_ricerca',
  'tipo_veicolo',
  'stato',
  'pagamento',
  'da_cache',
  'costo_euro',
  'ricevuta',
  'motivo',
  'testo_motivo',
  'fascicolo',
];
const REQUEST_NAMES = Object.keys(LOOK_UP_REQUESTS);
const KEY_NAMES = Object.keys(LOOK_UP_KEYS);
const VEHICLE_NAMES = Object.keys(LOOK_UP_VEHICLES);

/** Look-ups as CSV, without the registry responses. */
export function formatLookUpsCsv(key: ServerKey, rows: readonly LookUpRow[]): string {
  const lines = rows.map((row) => {
    const one = toLookUpObject(key, row);
    return [
      one.data,
      one.utente,
      REQUEST_NAMES[one.tipo_richiesta] ?? '',
      KEY_NAMES[one.tipo_ricerca] ?? '',
      one.campo_ricerca,
      one.tipo_veicolo === null ? '' : (VEHICLE_NAMES[one.tipo_veicolo] ?? ''),
      one.stato,
      one.pagamento ? 'si' : 'no',
      one.da_cache ? 'si' : 'no',
      (one.costo_centesimi / 100).toFixed(2).replace('.', ','),
      one.ricevuta ?? '',
      one.motivo?.code ?? '',
      one.motivo?.testo ?? '',
      one.motivo?.fascicolo ?? '',
    ];
  });
  return formatCsv([CSV_HEADER, ...lines]);
}
