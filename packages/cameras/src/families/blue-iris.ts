import type { FamilyDescription } from '../family-description.ts';

const TEMPLATE =
  '{"blueiris":"1","plate":"&PLATE","camera":"&CAM","time":"%Y-%m-%d %H:%M:%S","memo":"&MEMO","image":"&ALERT_JPEG"}';

/** Blue Iris with CodeProject.AI: the action below, or the service's own answers sent on. */
export const blueIris: FamilyDescription = {
  id: 'blue-iris',
  name: 'Blue Iris, CodeProject.AI',
  vendor: 'Perspective Software, CodeProject',
  sends: ['http', 'mqtt'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Camera settings > Alerts > On alert > Web request or MQTT',
    address: 'http(s)://',
    user: null,
    key: 'part of the address',
    format: 'POST text',
    template: TEMPLATE,
  },
  recognise: [
    [{ path: 'blueiris' }],
    [{ path: 'predictions.plate' }],
    [{ path: '*.found.predictions.plate' }],
    [{ path: 'found.predictions.plate' }],
    [{ path: 'command', is: ['alpr'] }],
    [{ path: 'plate_number' }, { path: 'image' }],
    [{ path: 'plate_number' }, { path: 'alert_clip' }],
    [{ path: '*.api', is: ['alpr'] }],
    [{ path: 'plate' }, { path: 'memo' }, { path: 'camera' }],
    [{ path: 'memo', isFilled: true }],
  ],
  // A picture in which the service found no plate.
  heartbeat: [[{ path: 'command', is: ['alpr'] }], [{ path: '*.api', is: ['alpr'] }], [{ path: 'memo' }]],
  listed: 'memo',
  events: ['predictions', '*.found.predictions', 'found.predictions', ''],
  plate: { paths: ['plate', 'plate_number'], noPlate: ['&PLATE', 'nothing found'] },
  time: { paths: ['time', 'timestamp', '/timestampUTC', '/timestamp', 'ALERT_TIME'] },
  externalId: { paths: ['alert_db', '/requestId'], nothing: ['&ALERT_DB'] },
  device: { paths: ['camera', 'cam', '/camera', '/cam'], nothing: ['&CAM'] },
  confidence: { paths: ['confidence'], scale: 'auto' },
  vehicleClass: { paths: ['type'], nothing: ['&TYPE', 'MOTION_A', 'AI', 'EXTERNAL', 'TRIGGER'] },
  pictures: [{ role: 'context', paths: ['image', 'alert_jpeg', '/image'], parts: ['image', 'alert'] }],
};
