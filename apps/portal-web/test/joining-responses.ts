import { respondToServerKeyCall } from './server-key-responses.ts';
import { parseJoiningCode } from '@varco/domain/joining/joining-code.ts';

/** Responses of the test plant and the test portal about joining. All invented. */
interface Answer {
  readonly status: number;
  readonly body: object;
}
const AT = '2026-11-20T12:00:00.000Z';
const PLANT_FINGERPRINT = '0A1B 2C3D 4E5F 6071 8293 A4B5 C6D7 E8F9';
const PORTAL_FINGERPRINT = '9F8E 7D6C 5B4A 3928 1706 F5E4 D3C2 B1A0';

const portal = (id: number, origin: string, more: object = {}) => ({
  id,
  uuid: `00000000-0000-4000-8000-00000000000${id}`,
  origin,
  fingerprint: PORTAL_FINGERPRINT,
  joined: AT,
  joined_by: 'rossi',
  revoked: null,
  revoked_by: null,
  heartbeat: { at: AT, result: 'unreachable' },
  ...more,
});
const code = (id: number, state: string, more: object = {}) => ({
  id,
  state,
  created: AT,
  created_by: 'verdi',
  expires: '2026-11-21T12:00:00.000Z',
  portal: null,
  seen: null,
  revoked: null,
  revoked_by: null,
  ...more,
});

/** What the plant answers to its administrator about joining, and about its keys. */
export function respondToJoiningCall(route: string, body: { readonly name?: unknown }): Answer {
  if (route.includes('/api/server-keys')) return respondToServerKeyCall(route, body);
  if (route.startsWith('DELETE')) return { status: 204, body: {} };
  if (route.startsWith('POST')) return { status: 200, body: { code: 'VARCO-0123456-789ABCD', info: code(7, 'open') } };
  return {
    status: 200,
    body: {
      fingerprint: PLANT_FINGERPRINT,
      address: 'https://cesena.example',
      named_portal: 'https://primo.example',
      codes: [
        code(6, 'open', { seen: { origin: 'https://portale.example', fingerprint: PORTAL_FINGERPRINT, at: AT } }),
        code(5, 'expired', { portal: 'https://altro.example' }),
      ],
      portals: [
        portal(1, 'https://portale.example'),
        portal(2, 'https://vecchio.example', { revoked: AT, revoked_by: '', heartbeat: null }),
      ],
    },
  };
}

const peer = (label: string, id = 1) => ({
  id,
  uuid: '00000000-0000-4000-8000-000000000001',
  url: 'https://cesena.example',
  label,
  code: 'CES',
  reachable: true,
  verified: true,
  last_seen: AT,
  last_status_message: 'ok',
  last_status_message_time: AT,
  server_time: AT,
  server_working: true,
  last_plate_date: AT,
  license_expiration: null,
  version: '1',
  internal_ip: null,
  external_ip: null,
  expected_ip: null,
  enabled: true,
  certificate: null,
  info: '',
  smartphone: '',
  notes: '',
  fingerprint: PLANT_FINGERPRINT,
  joined: AT,
  has_plant_code: false,
});

/** What the portal answers. The name in the code says what happens: `Cambiata` is known with another key. */
export function respondToRegistryCall(route: string, body: Record<string, unknown>): Answer {
  if (route.startsWith('GET')) return { status: 200, body: { peers: [peer('Cesena Cintura')] } };
  const parsed = parseJoiningCode(String(body['code']));
  if (!parsed.ok) return { status: 400, body: { error: { code: 'bad_request', path: '/test' } } };
  const { name, address, plantUuid: uuid } = parsed.code;
  if (name === 'Sfasata') {
    const error = { code: 'conflict', sub_code: 'clocks_apart', path: '/test', data: { seconds: -400 } };
    return { status: 409, body: { error } };
  }
  if (!route.endsWith('/check')) return { status: 200, body: peer(name) };
  const changed = { label: 'Cesena Cintura', address: null, fingerprint: PORTAL_FINGERPRINT, is_key_proven: false };
  return {
    status: 200,
    body: {
      ...{ uuid, label: name, address },
      plant_fingerprint: PLANT_FINGERPRINT,
      portal_fingerprint: PORTAL_FINGERPRINT,
      expires: '2026-11-21T12:00:00.000Z',
      known: name === 'Cambiata' ? changed : null,
    },
  };
}
