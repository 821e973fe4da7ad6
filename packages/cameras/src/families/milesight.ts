import type { FamilyDescription } from '../family-description.ts';

/** Events that are no passage. */
const OTHER_EVENTS = ['Vehicle Counting', 'Counting', 'Parking Detection', 'Parking'];
/** Events that name the plate of a passage: a camera may be set to send them alone, so none is dropped. */
const PLATE_EVENTS = ['List Event', 'Attributes Event', 'Attributes', 'Violation'];

/** LPR post of the cameras: JSON or form fields over HTTP, or lines over TCP. */
export const milesight: FamilyDescription = {
  id: 'milesight',
  name: 'Milesight LPR',
  vendor: 'Milesight',
  sends: ['http', 'tcp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Settings > LPR > LPR Settings > LPR Message Post',
    address: 'HTTP URL',
    user: 'User Name',
    key: 'Password',
    format: 'Post Type HTTP, HTTP Method POST; all information and snapshots (license plate, full)',
    template: null,
  },
  recognise: [
    [{ path: 'plate' }, { path: 'detection_region' }],
    [{ path: 'plate' }, { path: 'resolution_width' }],
    [{ path: 'plate' }, { path: 'plate_image' }],
    [{ path: 'plate' }, { path: 'coordinate_x1' }],
    [{ path: 'plate' }, { path: 'plate_color' }],
    [{ path: 'plate' }, { path: 'time_msec' }],
    [{ path: 'event', is: [...OTHER_EVENTS, ...PLATE_EVENTS] }, { path: 'device' }],
    [{ path: 'License Plate' }, { path: 'Detection Region' }],
    [{ path: 'License_Plate' }],
  ],
  otherEvents: [[{ path: 'event', is: OTHER_EVENTS }]],
  heartbeat: [[{ path: 'event', is: ['heartbeat', 'keepalive', ...OTHER_EVENTS] }], [{ path: 'All-Car' }]],
  events: ['data', ''],
  plate: { paths: ['plate', 'License_Plate', 'License Plate', 'license_plate'] },
  time: { paths: ['time_msec', 'time', 'timestamp', 'Time'] },
  externalId: { paths: ['id', 'track_id', 'event_id'] },
  device: { paths: ['device', 'device_name', 'device_id', 'mac', 'sn'] },
  confidence: { paths: ['confidence', 'plate_confidence'], scale: 'auto' },
  nation: { paths: ['region', 'country', 'Country/Region', 'country_region'] },
  direction: { paths: ['direction', 'Direction'], codes: { approach: '3', away: '4' } },
  lane: { paths: ['lane', 'detection_region', 'Detection Region', 'roi_id'] },
  speed: { paths: ['speed', 'Speed'], unit: 'kmh', nothing: ['0', '-'] },
  colour: { paths: ['vehicle_color', 'Vehicle Color', 'vehicle_colour'] },
  brand: { paths: ['vehicle_brand', 'Vehicle Brand', 'brand'] },
  model: { paths: ['vehicle_model', 'model'] },
  vehicleClass: {
    paths: ['vehicle_type', 'Vehicle Type'],
    codes: {
      ...{
        motor: 'motorbike',
        'police-car': 'car',
        ambulance: 'van',
        'fire engine': 'heavy_truck',
        towtruck: 'heavy_truck',
      },
      ...{ bicycle: '', 'e-bike': '', 'non-motor': '', tricycle: '', forklift: '', excavator: '' },
    },
  },
  listHit: {
    paths: ['type', 'list_type', 'List Type', 'plate_list', 'Type'],
    names: { black: 'Black list', white: 'White list', visitor: '' },
  },
  violation: { paths: ['violation_type', 'Violation Type', 'violation'] },
  // The recognition and what the camera finds about it come one after the other, each with the plate and without an id.
  joinsByPlate: true,
  pictures: [
    {
      role: 'context',
      paths: ['full_image', 'vehicle_image', 'evidence_image0', 'full_snapshot'],
      parts: ['full', 'evidence', 'vehicle'],
    },
    { role: 'plate', paths: ['plate_image', 'license_plate_snapshot'], parts: ['plate', 'licenseplate', 'lp'] },
  ],
};
