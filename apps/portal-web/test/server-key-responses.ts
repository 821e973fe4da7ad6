/** Responses of the test plant and the test portal about their keys. All invented; nothing is stored. */
interface Answer {
  readonly status: number;
  readonly body: object;
}
const AT = '2026-11-20T12:00:00.000Z';
const TEST_KEY_ID = 'k'.repeat(43);

const key = (name: string, state: string, more: object = {}) => ({
  name,
  kid: TEST_KEY_ID,
  state,
  fingerprint: '0A1B 2C3D 4E5F 6071 8293 A4B5 C6D7 E8F9',
  created: AT,
  created_by: null,
  retired: null,
  retired_by: null,
  in_use: true,
  retirement: null,
  ...more,
});
const FORMER = { fingerprint: '9F8E 7D6C 5B4A 3928 1706 F5E4 D3C2 B1A0', kid: 'f'.repeat(43) };
const UNAWARE = [
  { origin: 'https://portale.example', why: 'other-key' },
  { origin: 'https://vecchio.example', why: 'unsaid' },
];

/** The key of the server waits for two portals, that of the log can be retired, the witness has one; its change is refused. */
export function respondToServerKeyCall(route: string, body: { readonly name?: unknown }): Answer {
  if (route.startsWith('POST') && body.name === 'witness')
    return { status: 409, body: { error: { code: 'conflict', sub_code: 'key_change_open', path: '/test' } } };
  const isRetired = route.endsWith('/retire');
  return {
    status: 200,
    body: {
      keys: [
        key('server', 'signs', { created_by: 'rossi', in_use: false }),
        key('server', 'verifies', { ...FORMER, retirement: { waits: true, unaware: UNAWARE } }),
        key('log', 'signs', { created_by: 'verdi' }),
        isRetired
          ? key('log', 'retired', { ...FORMER, retired: AT, retired_by: 'verdi' })
          : key('log', 'verifies', { ...FORMER, retirement: { waits: false, unaware: [] } }),
        key('witness', 'signs'),
        key('witness', 'retired', { kid: 'r'.repeat(43), fingerprint: null, retired: AT }),
      ],
    },
  };
}
