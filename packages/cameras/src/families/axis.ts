import type { FamilyDescription } from '../family-description.ts';
import { FF_PROTOCOL } from './ff-protocol.ts';

/** Where the metadata of an event are: in a notification of the event stream, and in one over WebSocket. */
const EVENT_DATA = ['Message.Message.Data', 'message.data'] as const;
const inEvent = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => EVENT_DATA.map((data) => `${data}.${name}`));

/** AXIS License Plate Verifier: push events (HTTP, TCP, FTP), and the events of VAPIX over WebSocket or ONVIF. */
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
    [{ path: 'params.notification.message.data.text' }],
    [{ path: 'Envelope.Body.PullMessagesResponse.NotificationMessage.Message.Message.Data.text' }],
    [{ path: 'MetadataStream.Event.NotificationMessage.Message.Message.Data.text' }],
    [{ path: 'NotificationMessage.Message.Message.Data.text' }],
    [{ path: 'Notify.NotificationMessage.Message.Message.Data.text' }],
  ],
  heartbeat: [
    ...FF_PROTOCOL.heartbeat,
    [{ path: 'eventType', is: ['heartbeat'] }],
    [{ path: 'method', is: ['events:notify'] }],
    [{ path: 'Envelope.Body.PullMessagesResponse' }],
  ],
  events: [
    'params.notification',
    'Envelope.Body.PullMessagesResponse.NotificationMessage',
    'MetadataStream.Event.NotificationMessage',
    'Notify.NotificationMessage',
    'NotificationMessage',
    '',
  ],
  plate: { paths: [...FF_PROTOCOL.plate.paths, ...inEvent('text')] },
  time: {
    paths: [
      ...['captureTimestamp', 'capture_timestamp', 'datetime'],
      ...inEvent('capture_timestamp'),
      ...['Message.Message.UtcTime', 'timestamp'],
    ],
  },
  externalId: { paths: ['carID', ...inEvent('carID')] },
  device: { paths: [...FF_PROTOCOL.device.paths, ...inEvent('MACAddress')] },
  nation: { paths: ['plateCountry', ...inEvent('country')] },
  direction: { paths: ['carMoveDirection', ...inEvent('carMoveDirection', 'direction')] },
  lane: { paths: [...FF_PROTOCOL.lane.paths, ...inEvent('roiID')] },
  stage: { paths: ['carState', ...inEvent('carState')] },
  confidence: { paths: ['plateConfidence', ...inEvent('confidence')], scale: 'auto' },
  colour: { paths: [...FF_PROTOCOL.colour.paths, ...inEvent('vehicleColor')] },
  vehicleClass: { paths: [...FF_PROTOCOL.vehicleClass.paths, ...inEvent('vehicleType')] },
  listHit: { paths: ['listName', 'plateList', ...inEvent('listName')] },
  pictures: FF_PROTOCOL.pictures.map((rule) =>
    rule.role === 'plate' ? { ...rule, paths: [...rule.paths, ...inEvent('lpImage')] } : rule,
  ),
};
