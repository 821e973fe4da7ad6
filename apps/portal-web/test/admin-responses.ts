import { buildPagination } from './pagination.ts';
import { respondToHoldCall, respondToSettingsCall } from './settings-responses.ts';

/** Responses of the test plant for groups, devices, districts and users. All invented. */
type Calls = readonly { readonly route: string; readonly body: unknown }[];

export const isAdminPath = (path: string): boolean =>
  /^\/api\/(groups|devices|districts|people|settings|retention)/.test(path);

const pagination = buildPagination(2);

const group = (id: number, name: string, level: number, members: number) => ({
  id,
  name,
  level,
  fdo: name.startsWith('fdo'),
  defaults: {
    t_max: 0,
    insert_bl: true,
    notifica_blacklist: true,
    notifica_rubati: true,
    responsabile_interforze: false,
    can_manage_users: false,
    can_manage_districts: false,
    visure_pagamento: false,
  },
  members,
  ver: 3,
});

const GROUPS = [
  group(1, 'fdo carabinieri', 5, 3),
  group(2, 'fdo comando', 8, 1),
  group(3, 'ospiti', 2, 0),
  group(4, 'fdo ispettorato', 9, 1),
  group(5, 'fdo polizia', 5, 1),
  group(6, 'fdo base', 4, 1),
];

const person = (id: number, username: string, fullname: string, active = 1) => ({
  id,
  username,
  fullname,
  group: 'fdo carabinieri',
  level: 5,
  active,
});
const PEOPLE = [person(7, 'rossi', ''), person(8, 'verdi', 'Luca Verdi'), person(9, 'neri', 'Ada Neri', 0)];

const device = (id: string, kind: string, nome: string, stato: string, more: object = {}) => ({
  id,
  kind,
  nome,
  user_id: null,
  username: null,
  android_id: '',
  chat: '',
  stato,
  creato_il: '2026-11-20T12:00:00.000Z',
  creato_da: 'rossi',
  registrato_il: null,
  ultimo_contatto: null,
  codice_scade_il: null,
  ...more,
});
const NOW = '2026-11-20T13:00:00.000Z';
const DEVICES = [
  device('d1', 'pc', 'Postazione', 'registrare'),
  device('r2', 'smartphone', 'Chrome · Android', 'attivo', {
    user_id: 8,
    username: 'verdi',
    registrato_il: NOW,
    ultimo_contatto: NOW,
  }),
];
const CODE = { codice: 'ABCDE-23456', scade_il: '2026-11-20T13:30:00.000Z', inviato: true, risposta: '' };

const DISTRICT = { id: 4, name: 'Centro', gates: [1], users: [8], ver: 2 };

interface Answer {
  readonly status: number;
  readonly body: object;
}
const okResponse = (body: object): Answer => ({ status: 200, body });
const refusedResponse = (code: string, sub: string): Answer => ({
  status: 409,
  body: { error: { code, sub_code: sub, path: '/test' } },
});

/** Response by route. The code `ZZZZZ-ZZZZZ` belongs to no device; a code that ends in 9 belongs to an associated one. */
export function respondToAdminCall(route: string, calls: Calls): Answer {
  const last = (calls.at(-1)?.body ?? {}) as Record<string, unknown>;
  if (route.startsWith('DELETE')) return { status: 204, body: {} };
  if (route.startsWith('GET /api/people') || route.endsWith('/members')) return okResponse({ objects: PEOPLE });
  if (route.includes('/api/settings')) return respondToSettingsCall(route, last);
  if (route.includes('/api/retention')) return respondToHoldCall(route, last);
  if (route.includes('/api/groups')) return respondToGroupCall(route, last);
  if (route.includes('/api/districts'))
    return route.startsWith('GET')
      ? okResponse({ objects: [DISTRICT], pagination })
      : okResponse({ ...DISTRICT, ...last });
  if (route.endsWith('/enrol')) {
    if (last['codice'] === 'ZZZZZ-ZZZZZ') return { ...refusedResponse('not_found', ''), status: 404 };
    if (last['browser'] === null) return refusedResponse('conflict', 'push_needed');
    return okResponse({ id: 'd1', kind: 'pc', nome: 'Postazione' });
  }
  if (route.startsWith('GET')) return okResponse({ objects: DEVICES, pagination });
  if (route.endsWith('/code')) return okResponse(CODE);
  if (last['nome'] === 'Doppio') return refusedResponse('conflict', 'device_already_associated');
  return okResponse(
    route.startsWith('POST') ? { device: DEVICES[0], codice: CODE } : { ...DEVICES[0], nome: last['nome'] },
  );
}

function respondToGroupCall(route: string, last: Record<string, unknown>): Answer {
  if (route.startsWith('GET')) {
    return okResponse({ objects: GROUPS, pagination });
  }
  if (last['name'] === 'ospiti due') return refusedResponse('duplicate', '');
  return okResponse({ ...group(3, 'ospiti', 2, 0), ...last });
}
