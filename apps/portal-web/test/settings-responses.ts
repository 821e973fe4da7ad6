/** Responses of the test plant for its settings and legal holds. All invented. */
interface Answer {
  readonly status: number;
  readonly body: object;
}

const CHANGED = { by: 'verdi', at: '2026-11-20T13:00:00.000Z' };
const stored = (value: unknown, changed: object | null = null) => ({ value, ver: changed === null ? 1 : 2, changed });
const term = (days: number) => ({ days, basis: 'art. 1', act: 'delibera 1', ver: 1, changed: null });
const reason = (code: string, it: string, en: string, more: object = {}) => ({
  code,
  it,
  en,
  requires_case: false,
  retired: false,
  ver: 1,
  changed: null,
  ...more,
});

const SETTINGS = {
  code: 'CES',
  values: {
    time_limit: stored('window', CHANGED),
    requires_reason: stored(true),
    requires_case: stored(false),
    label: stored('<b>Cesena</b>'),
    municipality: stored('Cesena'),
    watermark_text: stored(''),
    paid_lookups_per_day: { ...stored(500), from_environment: true },
    ingest_rate: { ...stored(100), from_environment: true },
    ingest_burst: { ...stored(1000, CHANGED), from_environment: false },
    registry_checks_per_minute: { ...stored(120), from_environment: true },
    alert_mail_domains: { ...stored(['gdf.it', 'comune.*.it']), from_environment: true },
    push_services: { ...stored([], CHANGED), from_environment: false },
  },
  reasons: [
    reason('judicial-police', 'Polizia giudiziaria', 'Judicial police', { requires_case: true }),
    reason('training', 'Addestramento', 'Training', { ver: 3, changed: { ...CHANGED, by: '' } }),
    reason('curiosity', 'Altro', 'Other', { retired: true }),
  ],
  retention: {
    transits: term(90),
    plate_pictures: term(120),
    context_pictures: term(30),
    look_up_answers: { ...term(180), basis: '', act: '', from_environment: true },
  },
  registry: {
    value: { url: 'https://registro.example', vpn_user: 'vpn-ces', ministry_user: 'ces01' },
    ...{ ver: 2, changed: CHANGED, from_environment: false },
  },
  export_days: 3,
  holds: 2,
};

const count = (n: number, capped = false) => ({ count: n, capped });

/** Settings by route. `Doppio` is changed by somebody else meanwhile; a term of 5 days deletes more than can be counted. */
export function respondToSettingsCall(route: string, last: Record<string, unknown>): Answer {
  if (route.includes('/preview'))
    return {
      status: 200,
      body: {
        transits: count(100_000, true),
        alerts: count(7),
        plate_pictures: count(0),
        context_pictures: count(1234),
        look_up_answers: count(0),
        from: '2026-08-22T13:00:00.000Z',
        to: '2026-11-15T13:00:00.000Z',
        empty: false,
      },
    };
  if (last['value'] === 'Doppio')
    return { status: 409, body: { error: { code: 'conflict', sub_code: '', path: '/test' } } };
  if (last['retired'] === true)
    return { status: 409, body: { error: { code: 'conflict', sub_code: 'last_reason', path: '/test' } } };
  if (last['name'] === 'time_limit') {
    const values = { ...SETTINGS.values, time_limit: stored(last['value'], CHANGED) };
    return { status: 200, body: { ...SETTINGS, values } };
  }
  return { status: 200, body: SETTINGS };
}

const HOLD = {
  id: '00000000-0000-4000-8000-000000000009',
  targhe: ['AB123CD'],
  dal: '2026-09-30T22:00:00.000Z',
  al: '2026-10-31T22:59:59.999Z',
  motivo: 'indagine in corso',
  atto: 'decreto 12/2026',
  autore: 'rossi',
  creato_il: '2026-11-01T09:00:00.000Z',
  tolto_il: null,
  tolto_da: null,
  motivo_fine: null,
};
const LIFTED = {
  ...HOLD,
  id: '00000000-0000-4000-8000-000000000008',
  targhe: [],
  tolto_il: '2026-11-10T09:00:00.000Z',
  tolto_da: 'verdi',
  motivo_fine: 'archiviata',
};

/** Legal holds by route; one with the act `500` is one too many. */
export function respondToHoldCall(route: string, last: Record<string, unknown>): Answer {
  if (route.startsWith('GET')) return { status: 200, body: { objects: [HOLD, LIFTED] } };
  if (last['atto'] === '500')
    return { status: 409, body: { error: { code: 'conflict', sub_code: '', path: '/test' } } };
  return { status: 200, body: HOLD };
}
