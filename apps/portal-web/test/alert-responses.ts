import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';

/** An invented alert of 20 November; `id` from 1 to 9. */
export const createTestAlert = (id: number, tipo: AlertKind, more: Partial<LiveAlert> = {}): LiveAlert => ({
  id: String(id),
  ver: 1,
  tipo,
  priorita: tipo === 'rca' || tipo === 'revisione' ? 3 : 1,
  targa: `ZA00${id}AA`,
  nazione: 'I',
  data: `2026-11-20T13:00:0${id}.000Z`,
  segnalato_il: '2026-11-20T13:00:09.000Z',
  transito: String(1000 + id),
  varco: 'Porta Fiume',
  varco_id: 1,
  vicinanza: 'exact',
  voce: null,
  letto: { marca: 'FIAT', modello: 'Panda', colore: 'red', class: 'car' },
  registro: null,
  differenze: [],
  has_image: false,
  has_plate_image: false,
  has_context_image: false,
  in_carico_a: '',
  in_carico_mio: false,
  in_carico_dal: null,
  sollecitato_il: null,
  verificato_da: '',
  verificato_il: null,
  esito: null,
  esito_nota: '',
  esito_da: '',
  esito_il: null,
  ...more,
});

const AT = '2026-11-20T13:05:00.000Z';

/** Response of the test plant to a call on its three alerts, which remember who took them and how they ended. */
export function respondToAlertCall(route: string, calls: readonly { readonly route: string }[]): unknown {
  const state = (id: number): LiveAlert => {
    const isTaken = calls.some((call) => call.route === `POST /api/alerts/${id}/take`);
    const isEnded = calls.some((call) => call.route === `POST /api/alerts/${id}/outcome`);
    return createTestAlert(id, 'blacklist', {
      ver: 1 + Number(isTaken) + Number(isEnded),
      ...(isTaken ? { in_carico_a: 'rossi', in_carico_mio: true, in_carico_dal: AT } : {}),
      ...(isEnded ? { esito: 'confirmed', esito_da: 'rossi', esito_il: AT } : {}),
    });
  };
  if (route.endsWith('/search')) return { objects: [3, 2, 1].map(state), has_next: false };
  const [, id = '1', action] = /alerts\/(\d+)(\/.*)?$/.exec(route) ?? [];
  return action === undefined ? { ...state(Number(id)), tickets: {} } : state(Number(id));
}
