import { createHash } from 'node:crypto';

/** Calls the plant has received, newest last. */
type Calls = readonly { readonly route: string; readonly body: unknown }[];

const findLastCall = (calls: Calls, route: string): Record<string, unknown> | undefined =>
  calls.findLast((call) => call.route === route)?.body as Record<string, unknown> | undefined;

/** The user's registered browsers: that of the last subscription until it is removed, and a phone. All invented. */
export function respondToPushCall(route: string, calls: Calls): object | null {
  if (route !== 'GET /api/alert-channels/push') return route.startsWith('POST') ? { id: 21 } : {};
  const changes = calls.filter((call) => /^(POST|DELETE) \/api\/alert-channels\/push/.test(call.route));
  const last = changes.at(-1);
  const { endpoint, nome, tipi } = (last?.route.startsWith('POST') === true ? last.body : {}) as {
    readonly endpoint?: string;
    readonly nome?: string;
    readonly tipi?: readonly string[];
  };
  const print = createHash('sha256')
    .update(endpoint ?? '')
    .digest('hex');
  const here = { id: 21, nome, impronta: print, tipi, attivo: true };
  const phone = { id: 20, nome: 'Chrome · Android', impronta: 'ab'.repeat(32), tipi: ['rubata'], attivo: true };
  return {
    attivo: true,
    chiave: 'B'.repeat(87),
    esclusi: ['interforze'],
    objects: [phone, ...(endpoint === undefined ? [] : [here])],
  };
}

const person = (id: number, username: string, interforze: string, more: object = {}) => ({
  id,
  username,
  fullname: '',
  group: 'fdo carabinieri',
  level: 5,
  interforze,
  chiesta_il: interforze === 'no' ? null : '2026-11-20T13:00:00.000Z',
  decisa_il: interforze === 'enabled' ? '2026-11-20T13:30:00.000Z' : null,
  decisa_da: interforze === 'enabled' ? 'bianchi' : '',
  verifica: interforze === 'enabled' ? 'Tesserino 88' : '',
  notifica_blacklist: false,
  notifica_rubati: false,
  ...more,
});

/**
 * The INTERFORCE list: one applicant and one member. The signed-in user is responsible for it and calls from the
 * internal network.
 */
export function respondToPeopleCall(route: string, calls: Calls): object {
  if (route.endsWith('/interforze') && route.includes('alert-people')) return person(8, 'verdi', 'enabled');
  if (route.endsWith('/notifiche')) return person(8, 'verdi', 'asked', { notifica_blacklist: true });
  if (route.endsWith('/search')) {
    const isSent = findLastCall(calls, 'PUT /api/alert-people/8/notifiche')?.['notifica_blacklist'] === true;
    const isEnabled = findLastCall(calls, 'PUT /api/alert-people/8/interforze')?.['abilita'] === true;
    return {
      objects: [
        person(8, 'verdi', isEnabled ? 'enabled' : 'asked', { fullname: 'Luca Verdi', notifica_blacklist: isSent }),
        person(9, 'neri', 'enabled'),
        person(7, 'rossi', 'asked'),
      ],
      has_next: false,
    };
  }
  const isRequested = findLastCall(calls, 'PUT /api/interforze')?.['chiede'] === true;
  return {
    interforze: isRequested ? 'asked' : 'no',
    chiesta_il: isRequested ? '2026-11-20T13:00:00.000Z' : null,
    decisa_il: isRequested ? null : '2026-11-19T10:00:00.000Z',
    decisa_da: isRequested ? '' : 'bianchi',
    verifica: isRequested ? '' : 'Manca il nulla osta',
    responsabile: true,
    interno: true,
  };
}
