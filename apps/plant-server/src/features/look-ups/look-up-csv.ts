import { LOOK_UP_KEYS, LOOK_UP_REQUESTS, LOOK_UP_VEHICLES } from '@varco/domain/look-ups/look-up-codes.ts';
import { csvText } from '../../http/csv-text.ts';
import type { ServerKey } from '../../auth/server-key.ts';
import type { LookUpRow } from './look-up.queries.ts';
import { toLookUpObject } from './look-ups.view.ts';

const HEAD = [
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
const REQUESTS = Object.keys(LOOK_UP_REQUESTS);
const KEYS = Object.keys(LOOK_UP_KEYS);
const VEHICLES = Object.keys(LOOK_UP_VEHICLES);

/** Look-ups as CSV, without the registry responses. */
export function csvOf(key: ServerKey, rows: readonly LookUpRow[]): string {
  const lines = rows.map((row) => {
    const one = toLookUpObject(key, row);
    return [
      one.data,
      one.utente,
      REQUESTS[one.tipo_richiesta] ?? '',
      KEYS[one.tipo_ricerca] ?? '',
      one.campo_ricerca,
      one.tipo_veicolo === null ? '' : (VEHICLES[one.tipo_veicolo] ?? ''),
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
  return csvText([HEAD, ...lines]);
}
