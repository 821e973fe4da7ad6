import type { FamilyDescription } from '../family-description.ts';
import { FF_PROTOCOL } from './ff-protocol.ts';

/** AXIS License Plate Verifier: push events (HTTP, TCP, FTP) and the event stream of VAPIX. */
export const axis: FamilyDescription = {
  ...FF_PROTOCOL,
  id: 'axis',
  name: 'AXIS License Plate Verifier',
  vendor: 'Axis',
  sends: ['http', 'tcp', 'ftp', 'pull'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Apps > AXIS License Plate Verifier > Integration > Push events',
    address: 'URL',
    user: 'Username',
    key: 'Password',
    format: 'Protocol HTTP POST; event data with images: New, Update and Lost',
    template: null,
  },
  recognise: [
    [{ path: 'camera_info' }, { path: 'carState' }],
    [{ path: 'captureTimestamp' }, { path: 'carID' }],
    [{ path: 'ImageArray' }, { path: 'plateText' }],
    [{ path: 'MetadataStream.Event.NotificationMessage.Message.Message.Data.text' }],
    [{ path: 'NotificationMessage.Message.Message.Data.text' }],
    [{ path: 'Notify.NotificationMessage.Message.Message.Data.text' }],
  ],
  heartbeat: [[{ path: 'heartbeat' }], [{ path: 'eventType', is: ['heartbeat'] }]],
  events: ['MetadataStream.Event.NotificationMessage', 'Notify.NotificationMessage', 'NotificationMessage', ''],
  plate: { paths: [...FF_PROTOCOL.plate.paths, 'Message.Message.Data.text'] },
  time: { paths: ['captureTimestamp', 'capture_timestamp', 'datetime', 'Message.Message.UtcTime'] },
  externalId: { paths: ['carID', 'Message.Message.Data.carID'] },
  nation: { paths: ['plateCountry', 'Message.Message.Data.country'] },
  direction: { paths: ['carMoveDirection', 'Message.Message.Data.direction'] },
  stage: { paths: ['carState', 'Message.Message.Data.carState'] },
  confidence: { paths: ['plateConfidence', 'Message.Message.Data.confidence'], scale: 'auto' },
  listHit: { paths: ['listName', 'plateList', 'Message.Message.Data.listName'] },
};
