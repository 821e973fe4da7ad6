/** Alert channels of the test plant: e-mail fails, Telegram is off. All invented. */
const buildChannelState = (tipo: string, more: object = {}) => ({
  tipo,
  attivo: true,
  mostra_targa: false,
  ha_segreto: false,
  ver: 1,
  in_errore_dal: null,
  ultimo_invio: '2026-11-20T13:00:00.000Z',
  ultimo_errore: '',
  in_attesa: 0,
  non_consegnati: 0,
  ...more,
});

const recipient = {
  id: 7,
  canale: 'mail',
  nome: 'Sala operativa',
  indirizzo: 'sala@gdf.it',
  utente: null,
  tipi: ['blacklist', 'rubata'],
  varchi: [1, 2],
  nuovi: true,
  solleciti: true,
  responsabile: false,
  silenzio: { dalle: 1320, alle: 360 },
  urgenti_sempre: true,
  pausa_minuti: 10,
  al_minuto: 10,
  lingua: 'it',
  attivo: true,
  ver: 3,
};

const delivery = (id: number, esito: string | null, errore = '') => ({
  id: String(id),
  allarme: '1',
  canale: 'mail',
  destinatario: 'Sala operativa',
  tipo: 'blacklist',
  occasione: id === 1 ? 'urged' : 'new',
  creato_il: '2026-11-20T13:00:00.000Z',
  finito_il: esito === null ? null : '2026-11-20T13:00:01.000Z',
  tentativi: 1,
  esito,
  errore,
});

const OVERVIEW = {
  canali: [
    buildChannelState('mail', {
      in_errore_dal: '2026-11-20T13:10:00.000Z',
      ultimo_errore: 'ECONNREFUSED',
      in_attesa: 3,
      ha_segreto: true,
    }),
    buildChannelState('push', { attivo: false }),
    buildChannelState('telegram', { attivo: false, ultimo_invio: null }),
    buildChannelState('tetra', { non_consegnati: 2 }),
  ],
  impostazioni: {
    mail: {
      server: 'posta.example',
      porta: 587,
      sicurezza: 'starttls',
      utente: 'varco',
      mittente: 'varco@gdf.it',
      autorita: '',
    },
    telegram: null,
    tetra: { indirizzo: 'https://tetra.example/sds', autorita: '' },
    push: null,
  },
  destinatari: [recipient],
};

/** Response by route; null: the plant rejects an address outside of the institution. */
export function respondToChannelCall(route: string, body: { readonly indirizzo?: string }): object | null {
  if (route.endsWith('/deliveries'))
    return { objects: [delivery(2, 'sent'), delivery(1, 'refused', '550 no such mailbox')] };
  if (route.endsWith('/test')) return { riuscito: false, risposta: '550 no such mailbox', ms: 12 };
  if (route.startsWith('GET ')) return OVERVIEW;
  if (route.includes('/recipients')) return body.indirizzo?.endsWith('@posta.example') === true ? null : recipient;
  return OVERVIEW.canali[0] ?? {};
}
