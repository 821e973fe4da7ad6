import type { FamilyDescription } from '../family-description.ts';

/** Webhooks of the Alarm Manager; one trigger each plate. */
export const unifiProtect: FamilyDescription = {
  id: 'unifi-protect',
  name: 'UniFi Protect',
  vendor: 'Ubiquiti',
  sends: ['http'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Protect > Alarm Manager > Create Alarm > Action: Webhook',
    address: 'Delivery URL (Custom Webhook)',
    user: null,
    key: 'Authorization header',
    format: 'Trigger: License Plate; Method POST; use thumbnails',
    template: null,
  },
  recognise: [[{ path: 'alarm.triggers' }], [{ path: 'alarm.conditions' }]],
  otherEvents: [],
  // The button that tries the alarm.
  heartbeat: [[{ path: 'alarm.triggers.key', is: ['test'] }]],
  events: ['alarm.triggers'],
  only: [
    [
      {
        path: 'key',
        is: [
          'license_plate_unknown',
          'license_plate_known',
          'license_plate_of_interest',
          'license_plate',
          'licensePlate',
        ],
      },
    ],
  ],
  plate: { paths: ['value', 'licensePlate.name', 'group.name'] },
  time: { paths: ['timestamp', '/timestamp'] },
  externalId: { paths: ['eventId', '/alarm.eventId'] },
  device: { paths: ['device', '/alarm.sources.device'] },
  confidence: { paths: ['licensePlate.confidenceLevel', 'confidence'], scale: 'percent' },
  direction: { paths: ['direction'] },
  listHit: {
    paths: ['key'],
    names: {
      license_plate_unknown: '',
      license_plate: '',
      licensePlate: '',
      license_plate_known: 'Known',
      license_plate_of_interest: 'Of interest',
    },
  },
  pictures: [{ role: 'context', paths: ['/alarm.thumbnail', 'thumbnail'] }],
};
