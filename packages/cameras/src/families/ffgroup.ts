import type { FamilyDescription } from '../family-description.ts';
import { FF_PROTOCOL } from './ff-protocol.ts';

/** FF Group CAM ANPR: JSON over HTTP or TCP, and the XML of its event list. */
export const ffgroup: FamilyDescription = {
  ...FF_PROTOCOL,
  id: 'ffgroup',
  name: 'FF Group CAM ANPR',
  vendor: 'FF Group',
  sends: ['http', 'tcp', 'pull'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'CAM ANPR > Settings > Integration > Send data (JSON Protocol 1.6)',
    address: 'URL',
    user: 'Login',
    key: 'Password',
    format: 'HTTP multipart POST or TCP',
    template: null,
  },
  recognise: [
    [{ path: 'plateUnicode' }, { path: 'carID' }],
    [{ path: 'plateUTF8' }, { path: 'carState' }],
    [{ path: 'plateText' }, { path: 'carState' }],
    [{ path: 'buffer.plateUTF8' }],
    ...['plateUTF8', 'plateText', 'plateUnicode'].flatMap((plate) => [
      [{ path: `events.${plate}` }, { path: 'events.carID' }],
      [{ path: `event.${plate}` }, { path: 'event.carID' }],
    ]),
    [{ path: 'event.LPR' }, { path: 'event.TS' }],
    [{ path: 'events.event.LPR' }],
  ],
  events: ['events.event', 'event', 'events', 'buffer', ''],
};
