import type { FamilyDescription } from '../family-description.ts';
import { FF_PROTOCOL } from './ff-protocol.ts';

const TEMPLATE =
  '{"vaxtor":"1","plate":"$plateutf8$","date":"$date$","country":"$country$","confidence":"$confidence$","direction":"$direction$","roiid":"$roiid$","multiplate":"$multiplate$","plateimage":"$plateimage$","overviewimage":"$overviewimage$"}';

/** Names that CAMMRA AI gives to pictures: time, milliseconds, roi, its number, direction, vehicle, plate, nation and what it is. */
const PICTURE_NAME: FamilyDescription['pictureAlone'] = {
  recognise: [
    [
      { path: 'file.1', digits: 14 },
      { path: 'file.3', is: ['roi'] },
      { path: 'file.8', isNation: true },
    ],
  ],
  events: [''],
  plate: { paths: ['file.7'] },
  time: { joined: [['file.1', 'file.2']], paths: ['file.1'] },
  externalId: { paths: ['file.6'] },
  nation: { paths: ['file.8'] },
  direction: { paths: ['file.5'] },
  lane: { paths: ['file.4'] },
  brand: { paths: ['file.9'] },
  model: { paths: ['file.10'] },
  vehicleClass: { paths: ['file.11'] },
  colour: { paths: ['file.12'] },
};

/** Applications on cameras: CAMMRA AI, and Vaxtor (VaxALPR, Helix) with the template below or its own field names. */
export const cammra: FamilyDescription = {
  ...FF_PROTOCOL,
  id: 'cammra',
  name: 'CAMMRA, Vaxtor VaxALPR',
  vendor: 'FF Group, Vaxtor',
  sends: ['http', 'tcp', 'mqtt', 'ftp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Apps > VaxALPR > Reporting > HTTP POST (JSON)',
    address: 'URL',
    user: 'Username',
    key: 'Password',
    format: 'Custom template',
    template: TEMPLATE,
  },
  recognise: [
    [{ path: 'vaxtor' }],
    [{ path: 'vehicle_info' }, { path: 'carID' }],
    [{ path: 'plate' }, { path: 'multiplate' }],
    [{ path: 'plate' }, { path: 'charheight' }],
    [{ path: '*.plate' }, { path: '*.charheight' }],
  ],
  events: ['vaxtor.event', 'event', ''],
  plates: ['*.plateutf8', '*.plate'],
  plate: { paths: ['plateutf8', 'plate', '*.plateutf8', '*.plate', ...FF_PROTOCOL.plate.paths] },
  time: { paths: ['date', 'timestamp', '*.date', '*.timestamp', ...FF_PROTOCOL.time.paths] },
  externalId: { paths: ['carID', 'id', 'eventid', '*.id'] },
  device: { paths: ['cameraname', 'camera', 'ip', 'etiquette', ...FF_PROTOCOL.device.paths] },
  confidence: { paths: ['confidence', 'platereadconfidence', '*.confidence', 'plateConfidence'], scale: 'auto' },
  nation: { paths: ['country', '*.country', 'plateCountry'] },
  direction: {
    paths: ['carMoveDirection', 'direction', '*.direction'],
    codes: { 0: '', 1: '3', 2: '4', 3: '', stationary: '', stopped: '' },
  },
  lane: { paths: ['lane', 'roiid', '*.roiid', 'roiID'] },
  speed: { paths: ['speed', '*.speed', 'vehicle_info.speed'], unit: 'declared' },
  colour: { paths: ['vehiclecolor', 'color', '*.color', ...FF_PROTOCOL.colour.paths] },
  brand: { paths: ['make', 'vehiclemake', '*.make', ...FF_PROTOCOL.brand.paths] },
  model: { paths: ['vehiclemodel', '*.model', ...FF_PROTOCOL.model.paths] },
  vehicleClass: { paths: ['class', 'vehicleclass', '*.class', ...FF_PROTOCOL.vehicleClass.paths] },
  adr: { joined: ['adr', 'hazmat'], kemler: ['kemler', 'adr_kemler'], un: ['un', 'adr_un'] },
  pictureAlone: PICTURE_NAME,
  pictures: [
    { ...FF_PROTOCOL.pictures[0], paths: ['overviewimage', '*.overviewimage', 'image'] },
    { ...FF_PROTOCOL.pictures[1], paths: ['plateimage', '*.plateimage', 'patch'] },
  ],
};
