import type { FamilyDescription } from '../family-description.ts';

/** Paths inside the data of an event (a notification), by name. */
const data = (...names: readonly string[]): readonly string[] => names.map((name) => `Message.Message.Data.${name}`);
/** Paths inside an object of the metadata of a scene, by name. */
const seen = (...names: readonly string[]): readonly string[] => names.map((name) => `Object.Appearance.${name}`);
/** Names that events have as elements of their data and objects in their appearance. */
const both = (...names: readonly string[]): readonly string[] => [
  ...data(...names.map((name) => `ElementItem.${name}`)),
  ...seen(...names),
];

/**
 * Events and metadata of the standard that vendors share: the rule `RuleEngine/Recognition/LicensePlate` of ONVIF Analytics, objects
 * with a `LicensePlateInfo` (Profile M), and events whose data name a plate, as Hikvision sends them. Times are UTC, speeds metres
 * a second. An `ObjectId` names a vehicle only together with its plate, because some cameras always send the same.
 */
export const onvif: FamilyDescription = {
  id: 'onvif',
  name: 'ONVIF events, Profile M',
  vendor: 'ONVIF: many vendors',
  sends: ['pull', 'http', 'mqtt'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Network > Integration Protocol > ONVIF',
    address: null,
    user: 'User Name',
    key: 'Password',
    format: 'Enable ONVIF; a user for ONVIF that may read events',
    template: null,
  },
  recognise: [
    [{ path: 'Envelope.Body.PullMessagesResponse' }],
    [{ path: 'Envelope.Body.Notify.NotificationMessage.Message.Message' }],
    [{ path: 'Notify.NotificationMessage.Message.Message' }],
    [{ path: 'NotificationMessage.Message.Message' }],
    [{ path: 'MetadataStream' }],
    [{ path: 'VideoAnalytics.Frame' }],
  ],
  // Events of other kinds, and scenes without a plate, say that the camera is alive.
  heartbeat: [
    [{ path: 'Envelope.Body.PullMessagesResponse' }],
    [{ path: 'Envelope.Body.Notify' }],
    [{ path: 'Notify' }],
    [{ path: 'NotificationMessage' }],
    [{ path: 'MetadataStream' }],
    [{ path: 'VideoAnalytics' }],
  ],
  events: [
    'Envelope.Body.PullMessagesResponse.NotificationMessage',
    'Envelope.Body.Notify.NotificationMessage',
    'Notify.NotificationMessage',
    'NotificationMessage',
    'MetadataStream.VideoAnalytics.Frame',
    'MetadataStream.Event.NotificationMessage',
    'VideoAnalytics.Frame',
  ],
  vehicles: ['Object'],
  plates: both('LicensePlateInfo'),
  plate: {
    paths: [...both('LicensePlateInfo.PlateNumber'), ...data('PlateNumber', 'LicensePlate', 'Plate')],
    isOnlyWithPlate: true,
  },
  time: { paths: ['Message.Message.UtcTime', 'UtcTime'], isUtc: true },
  externalId: {
    paths: ['Object.ObjectId', ...data('ElementItem.ObjectId.ObjectId', 'ElementItem.ObjectId', 'ObjectId')],
  },
  device: {
    paths: [
      'Message.Message.Source.VideoSource',
      'Message.Message.Source.VideoSourceToken',
      'Message.Message.Source.VideoSourceConfigurationToken',
    ],
  },
  confidence: {
    paths: [...both('LicensePlateInfo.PlateNumber.Likelihood', 'LicensePlateInfo.Likelihood'), ...data('Likelihood')],
    scale: 'likelihood',
  },
  nation: { paths: [...both('LicensePlateInfo.CountryCode'), ...data('CountryCode', 'Country')] },
  direction: { paths: data('VehicleDirection', 'Direction'), codes: { left: '', right: '', any: '' } },
  lane: { paths: data('VehicleLaneNumber', 'LaneNumber', 'Lane') },
  speed: { paths: [...data('Speed'), 'Object.Behaviour.Speed'], unit: 'ms' },
  colour: {
    paths: [...both('VehicleInfo.Color'), ...seen('Color.ColorCluster.ColorString'), ...data('VehicleColor')],
  },
  brand: { paths: [...both('VehicleInfo.Brand'), ...data('VehicleBrand')] },
  model: { paths: both('VehicleInfo.Model') },
  vehicleClass: {
    paths: [...both('VehicleInfo.Type'), ...data('VehicleType')],
    codes: { bicycle: '', train: '', vehicle: '' },
  },
  pictures: [
    {
      role: 'context',
      paths: [...data('ElementItem.VehicleImage'), ...seen('VehicleInfo.Image', 'Image'), 'SceneImage'],
    },
    { role: 'plate', paths: [...both('LicensePlateInfo.Image'), ...data('ElementItem.Image')] },
  ],
};
