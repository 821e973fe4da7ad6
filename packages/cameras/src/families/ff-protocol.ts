import type { FamilyDescription } from '../family-description.ts';

/** Event fields of the protocol "JSON 1.6", which several applications on cameras share. */
export const FF_PROTOCOL = {
  events: ['events', 'event', 'buffer', ''],
  plate: { paths: ['plateUTF8', 'plateUnicode', 'plateText', 'plateASCII', 'plate', 'LPR'] },
  time: { paths: ['captureTimestamp', 'capture_timestamp', 'capture_ts', 'datetime', 'TS', 'MOD_TS'] },
  externalId: { paths: ['carID', 'carId', 'CAR_ID'] },
  // What is said of keepalives; names of the fields differ.
  heartbeat: [
    ...['macAddress', 'mac_address', 'mac', 'appVersion', 'app_version', 'osVersion', 'os_version'].map((path) => [
      { path },
    ]),
    [{ path: 'heartbeat' }],
    [{ path: 'keepalive' }],
  ],
  stage: { paths: ['carState', 'eventType', 'state'] },
  device: {
    paths: [
      'sensorProviderID',
      'camera_info.SerialNumber',
      'camera_info.MACAddress',
      'camera_info.IPAddress',
      'serialNumber',
    ],
  },
  confidence: { paths: ['plateConfidence', 'confidence', 'THRESHOLD'], scale: 'auto' },
  nation: { paths: ['plateCountry', 'country', 'COUNTRY'] },
  direction: { paths: ['carMoveDirection', 'direction', 'DIRECTION'], codes: { 0: '', 1: '', 2: '3', 3: '4' } },
  lane: { paths: ['roiID', 'roi_id', 'ROI_ID'] },
  speed: { paths: ['vehicle_info.speed', 'speed', 'SPEED'], unit: 'declared', nothing: ['0'] },
  colour: { paths: ['vehicle_info.color', 'vehicleInfo.color', 'vehicle_info.colour', 'color'] },
  brand: {
    paths: ['vehicle_info.brand', 'vehicleInfo.brand', 'vehicle_info.make', 'vehicle_info.manufacturer', 'make'],
  },
  model: { paths: ['vehicle_info.model', 'vehicleInfo.model', 'model'] },
  vehicleClass: {
    paths: ['vehicle_info.type', 'vehicleInfo.type', 'vehicle_info.class', 'vehicle_info.category', 'vehicle_type'],
  },
  position: { lat: ['geotag.lat'], lon: ['geotag.lon', 'geotag.lng'] },
  listHit: { paths: ['listName', 'list', 'plateList', 'ACT_PARAM'], nothing: ['noaction', 'nolist', 'notinlist'] },
  attached: { path: 'imageType', plate: ['plate'] },
  pictures: [
    {
      role: 'context',
      list: {
        each: 'ImageArray',
        text: 'BinaryImage',
        kind: 'ImageType',
        kinds: ['vehicle', 'frame', 'mmrcrop', 'fullframe', 'overview', 'roi'],
      },
      paths: ['vehicleImage', 'frameImage'],
      parts: ['frame', 'vehicle', 'mmrcrop', 'roi'],
    },
    {
      role: 'plate',
      list: { each: 'ImageArray', text: 'BinaryImage', kind: 'ImageType', kinds: ['plate', 'platecrop', 'lp'] },
      paths: ['plateImage'],
      parts: ['plate', 'lp'],
    },
  ],
} as const satisfies Partial<FamilyDescription>;
