import type { LiveAlert, ReadOdds } from '@varco/contract/plant/alerts.ts';
import { ODDS_TERMS, type OddsTerm } from '@varco/domain/alerts/misread-odds.ts';
import type { AlertKind } from '@varco/domain/alerts/alert-kinds.ts';

/** An invented alert of 20 November; `id` from 1 to 9. */
export const createTestAlert = (id: number, tipo: AlertKind, more: Partial<LiveAlert> = {}): LiveAlert => ({
  id: String(id),
  ver: 1,
  tipo,
  priorita: tipo === 'rca' || tipo === 'revisione' ? 3 : 1,
  targa: `ZA00${id}AA`,
  targa_corretta: '',
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
  sollecitato_a: null,
  verificato_da: '',
  verificato_il: null,
  inviata: '',
  inviata_da: '',
  inviata_il: null,
  esito: null,
  esito_nota: '',
  esito_da: '',
  esito_il: null,
  ...more,
});

/** Odds of a read whose known contributions are `known`. */
export function createTestOdds(
  known: Readonly<Partial<Record<OddsTerm, number>>>,
  more: Partial<ReadOdds> = {},
): ReadOdds {
  const sum = Object.values(known).reduce((total, one) => total + one, 0);
  const probability = 1 / (1 + Math.exp(-sum));
  return {
    formula: 'lettura-2',
    probabilita: probability,
    log_odds: sum,
    probabile_errore: probability < 0.5,
    coppia: '8/3',
    letto: { marca: 'FIAT', modello: 'Panda', colore: 'white', class: 'car' },
    atteso: { da: 'registry', marca: 'BMW', modello: 'X3', colore: 'black', class: 'car' },
    passaggi: { al_varco: 0, impianto: 0 },
    vicina: {
      ...{ targa: 'ZA003AA', al_varco: 9, impianto: 20, correzioni: 31 },
      ...{ marca: 'FIAT', modello: 'Panda', colore: 'white', class: 'car' },
    },
    voci: ODDS_TERMS.map((voce) => {
      const adds = known[voce];
      if (adds === undefined) return { voce, esito: 'unknown', log_odds: 0 };
      return { voce, esito: adds < 0 ? 'against' : adds > 0 ? 'for' : 'neutral', log_odds: adds };
    }),
    ...more,
  };
}

const AT = '2026-11-20T13:05:00.000Z';

/** Response of the test plant to a call on its three alerts, which remember who took them and how they ended. */
export function respondToAlertCall(route: string, calls: readonly { readonly route: string }[]): unknown {
  const state = (id: number): LiveAlert => {
    const isTaken = calls.some((call) => call.route === `POST /api/alerts/${id}/take`);
    const isVerified = calls.some((call) => call.route === `POST /api/alerts/${id}/verify`);
    const isSent = calls.some((call) => call.route === `POST /api/alerts/${id}/send`);
    const isEnded = calls.some((call) => call.route === `POST /api/alerts/${id}/outcome`);
    return createTestAlert(id, 'blacklist', {
      ver: [isTaken, isVerified, isSent, isEnded].filter(Boolean).length + 1,
      ...(isTaken ? { in_carico_a: 'rossi', in_carico_mio: true, in_carico_dal: AT } : {}),
      ...(isVerified ? { verificato_da: 'rossi', verificato_il: AT } : {}),
      ...(isSent ? { inviata: 'Volante 3', inviata_da: 'rossi', inviata_il: AT } : {}),
      ...(isEnded ? { esito: 'confirmed', esito_da: 'rossi', esito_il: AT } : {}),
    });
  };
  if (route.endsWith('/search')) return { objects: [3, 2, 1].map(state), has_next: false };
  const [, id = '1', action] = /alerts\/(\d+)(\/.*)?$/.exec(route) ?? [];
  if (action === '/odds') return createTestOdds({ gate: 0.69, brand: -2.2, colour: -0.9, corrections: -2 });
  return action === undefined ? { ...state(Number(id)), tickets: {} } : state(Number(id));
}
