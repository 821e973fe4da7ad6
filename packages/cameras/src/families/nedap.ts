import type { FamilyDescription } from '../family-description.ts';

const TEMPLATE =
  '{"nedap":"1","plate":"%LP%","country":"%STATE_ALPHA_3%","confidence":"%CONF%","region":"%REGION%","fullimage":"%FULL_IMG%","plateimage":"%LP_IMG%"}';

/** ANPR LUMO with the message below; it has no time, so arrival counts. Older cameras send the tags of family Tattile. */
export const nedap: FamilyDescription = {
  id: 'nedap',
  name: 'Nedap ANPR LUMO',
  vendor: 'Nedap',
  sends: ['http', 'tcp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Configuration > Communication > HTTP client (message)',
    address: 'URL',
    user: 'Username',
    key: 'Password',
    format: 'POST, custom message',
    template: TEMPLATE,
  },
  recognise: [
    [{ path: 'nedap' }],
    [{ path: 'LP' }, { path: 'STATE' }],
    [{ path: 'license_plate' }, { path: 'license_plate_state' }],
    [{ path: '*.LP' }, { path: '*.STATE' }],
  ],
  events: ['results', '*.result', 'lumo', 'message', ''],
  plates: ['*.LP'],
  plate: {
    paths: ['plate', 'LP', 'LP_WS', 'LP_UL', 'license_plate', 'licenseplate', '*.LP'],
    // A placeholder that was not filled in, as when the message is tried.
    noPlate: ['%LP%', '%LP_WS%', '%LP_UL%'],
  },
  time: {
    joined: [['date', 'time']],
    paths: ['timestamp', 'datetime', 'time'],
    // The camera fills in each piece of the time by a placeholder of its own.
    pieces: [
      ...[['year'], ['month'], ['day'], ['hour'], ['minute', 'min', 'minutes']],
      ...[
        ['second', 'sec', 'seconds'],
        ['millisecond', 'msec', 'ms', 'milliseconds'],
      ],
    ],
  },
  externalId: { paths: ['id', 'result_id'] },
  device: { paths: ['device', 'camera', 'location'] },
  confidence: { paths: ['confidence', 'CONF', '*.CONF'], scale: 'auto', nothing: ['%CONF%'] },
  nation: {
    paths: ['country', 'STATE_ALPHA_3', 'STATE', 'STATE_FULL', 'license_plate_state', '*.STATE'],
    nothing: ['%STATE_ALPHA_3%', '%STATE%'],
  },
  lane: { paths: ['lane'] },
  pictures: [
    { role: 'context', paths: ['fullimage', 'FULL_IMG', 'image', '*.FULL_IMG'], parts: ['full', 'image'] },
    { role: 'plate', paths: ['plateimage', 'LP_IMG', '*.LP_IMG'], parts: ['plate', 'lp'] },
  ],
};
