import type { FamilyDescription } from '../family-description.ts';

/** Requests cameras make to a 2N device, and entries of its event log. */
export const twoN: FamilyDescription = {
  id: '2n',
  name: '2N licence plates',
  vendor: '2N',
  sends: ['http', 'pull'],
  reply: { status: 200, type: 'application/json', body: '{"success": true}' },
  setup: {
    page: 'Camera application > 2N integration, in place of the device (path /api/lpr/licenseplate)',
    address: 'IP address',
    user: 'Username',
    key: 'Password',
    format: 'Basic or digest authentication',
    template: null,
  },
  recognise: [
    [{ path: 'lprUuid' }, { path: 'plateText' }],
    [{ path: 'lprID' }, { path: 'plateText' }],
    [{ path: 'event', is: ['LicensePlateRecognized'] }],
    [{ path: 'result.events.event', is: ['LicensePlateRecognized'] }],
  ],
  events: ['result.events', 'events', ''],
  only: [[{ path: 'plateText' }], [{ path: 'event', is: ['LicensePlateRecognized'] }]],
  plate: { paths: ['plateText', 'params.licensePlate'] },
  time: { paths: ['timestamp', 'time', 'utcTime'] },
  externalId: { paths: ['lprID', 'params.session', 'lprUuid'] },
  // One arrival of one plate; a better text of it comes under the same id.
  isTrack: true,
  device: { paths: ['deviceName', 'serialNumber'] },
  direction: [
    // How the car moves before the camera, where that is known; else the access point: 0 entry, 1 exit.
    { paths: ['lprDir'], codes: { 0: '', 1: '', 2: '3', 3: '4' } },
    { paths: ['accessPoint', 'params.ap'], codes: { 0: '1', 1: '2' } },
  ],
  listHit: { paths: ['params.uuid'] },
  pictures: [{ role: 'context', paths: ['plateImage'], parts: ['plateimage', 'image'] }],
};
