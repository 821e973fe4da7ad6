import { buildPagination } from './pagination.ts';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';

/** An invented user of a plant. */
export const createUser = (id: number, username: string, more: Partial<PlantUserRecord> = {}): PlantUserRecord => ({
  ID: id,
  id,
  uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  username,
  fullname: '',
  email: `${username}@gdf.it`,
  group_id: 1,
  group: 'fdo carabinieri',
  level: 5,
  admin: false,
  active: 1,
  datascadenza: null,
  set_password_expiry: true,
  data_password: '2026-10-01',
  scadenza_password: '2027-03-31',
  varchi_abilitati: [1, 3],
  t_max: 1440,
  sees_plates: true,
  insert_bl: true,
  notifica_blacklist: false,
  notifica_rubati: true,
  responsabile_interforze: 0,
  can_manage_users: false,
  can_manage_districts: false,
  visure_pagamento: false,
  audit_read: false,
  assignable_bl_groups: [1],
  description: '',
  extra: '',
  districts: [{ id: 4 }],
  owned_by_id: null,
  owned_by_username: null,
  created_by_username: 'rossi',
  interforze: 'no',
  attivita_remota: 1,
  rca_rev: true,
  dispositivi: [],
  liste: { blacklist: 0, whitelist: 0, figurehead: 0 },
  ...more,
});

const PEOPLE: readonly PlantUserRecord[] = [
  createUser(7, 'rossi', {
    fullname: 'Anna Rossi',
    level: 8,
    group: 'fdo comando',
    group_id: 2,
    can_manage_users: true,
  }),
  createUser(8, 'verdi', {
    fullname: 'Luca Verdi',
    owned_by_id: 7,
    owned_by_username: 'rossi',
    dispositivi: ['smartphone'],
    liste: { blacklist: 2, whitelist: 1, figurehead: 0 },
  }),
  createUser(9, 'neri', { active: 0, rca_rev: false, level: 4, group: 'fdo base', group_id: 6 }),
  createUser(10, 'ispettore', { level: 9, group: 'fdo ispettorato', group_id: 4 }),
];

type Calls = readonly { readonly route: string; readonly body: unknown }[];

/** Four users of a plant; deleted ones are removed. */
export function respondToUsersCall(route: string, body: unknown, calls: Calls): { status: number; body: object } {
  const ok = (answer: object) => ({ status: 200, body: answer });
  const refuse = (status: number, error: object) => ({ status, body: { error: { path: '/test', ...error } } });
  const isGone = (id: number): boolean => calls.some((call) => call.route === `DELETE /api/users/${id}`);
  if (route === 'POST /api/users/search') {
    const { q = '' } = body as { q?: string };
    const objects = PEOPLE.filter(({ id, username }) => !isGone(id) && username.includes(q));
    return ok({
      objects,
      pagination: buildPagination(objects.length, { paginate: true, page_size: 50, limit: 50, kind: 'offset' }),
    });
  }
  if (route.endsWith('/districts')) return ok(body as object);
  if (route.endsWith('/blacklists')) {
    const lists = { blacklist: 2, whitelist: 1, figurehead: 0 };
    return ok(route.startsWith('PUT') ? { moved: lists, left: 0 } : { deleted: lists });
  }
  if (route.endsWith('/smartphones')) return refuse(409, { code: 'conflict', sub_code: 'device_already_associated' });
  if (route.startsWith('DELETE')) return ok({ deleted: 1 });
  const { username, visure_pagamento: paid } = body as { username: string; visure_pagamento: boolean };
  if (username === 'doppio') return refuse(409, { code: 'duplicate', field: 'body/username' });
  if (paid) return refuse(403, { code: 'no_perms', sub_code: 'beyond_own', field: 'body/visure_pagamento' });
  if (route === 'PUT /api/users/9') return refuse(404, { code: 'not_found' });
  return ok(createUser(route === 'POST /api/users' ? 11 : 8, username));
}
