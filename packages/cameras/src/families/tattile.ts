import type { FamilyDescription } from '../family-description.ts';

/** XML or JSON of the ANPR cameras, over HTTP or TCP; the root element is Msg, root or MESSAGE. */
export const tattile: FamilyDescription = {
  id: 'tattile',
  name: 'Tattile ANPR',
  vendor: 'Tattile',
  sends: ['http', 'tcp', 'ftp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Configuration > Events > Actions > HTTP (or TCP Message)',
    address: 'Server address, Port, Path',
    user: 'User',
    key: 'Password',
    format: 'XML with Tag names in capitals; images IMAGE_OCR and IMAGE_CTX in Base64',
    template: null,
  },
  recognise: [
    [{ path: '*.PLATE_STRING' }],
    [{ path: 'PLATE_STRING' }],
    [{ path: '*.*.PLATE_STRING' }],
    [{ path: '*.PLATE_STRING_ASCII' }],
  ],
  heartbeat: [
    [{ path: '*.KEEP_ALIVE' }],
    [{ path: '*.HEARTBEAT' }],
    [{ path: '*.TYPE', is: ['KEEP_ALIVE', 'KEEPALIVE', 'HEARTBEAT', 'DIAGNOSTIC'] }],
  ],
  events: ['*.Event', '*.Transit', 'Msg', 'root', 'message', ''],
  plates: ['*.PLATE_STRING'],
  plate: {
    paths: ['PLATE_STRING', 'PLATE_STRING_ASCII', '*.PLATE_STRING', 'PLATE'],
    // The tag for the plate and its nation together.
    withNation: ['PLATE'],
  },
  time: {
    joined: [
      ['DATE', 'TIME'],
      ['*.DATE', '*.TIME'],
    ],
    paths: ['DATETIME', 'DATE_TIME', 'TIMESTAMP', 'EPOCH', 'TIME_STAMP', 'DATE'],
    offset: ['UTC_OFFSET', 'GMT_OFFSET'],
    order: 'dmy',
  },
  externalId: { paths: ['TRANSIT_ID', 'EVENT_ID', 'EVENT_UID', 'ID', 'COUNTER'] },
  device: { paths: ['DEVICE_NAME', 'DEVICE_SN', 'CAMERA_NAME', 'NETBIOSNAME', 'LOCATION', '*.DEVICE_NAME'] },
  confidence: { paths: ['OCRSCORE', 'OCR_SCORE', 'PLATE_SCORE', 'OCR_CONFIDENCE', '*.OCRSCORE'], scale: 'thousand' },
  nation: {
    paths: ['PLATE_COUNTRY_CODE', 'PLATE_COUNTRY', 'COUNTRY', '*.PLATE_COUNTRY_CODE', '*.PLATE_COUNTRY'],
    nothing: ['ZZZ', 'XXX', 'UNK'],
  },
  direction: { paths: ['DIRECTION', '*.DIRECTION'], codes: { GOAWAY: '4', APPROACH: '3', ALL: '' } },
  lane: { paths: ['LANE_ID', 'LANE', 'LANE_NUMBER'] },
  speed: { paths: ['SPEED', 'VEHICLE_SPEED', '*.SPEED'], unit: 'declared', nothing: ['-1'] },
  colour: { paths: ['COLOR', 'VEHICLE_COLOR', 'COLOUR'] },
  brand: { paths: ['BRAND', 'VEHICLE_BRAND', 'MAKE'] },
  model: { paths: ['MODEL', 'VEHICLE_MODEL'] },
  vehicleClass: { paths: ['CLASS_STRING', 'VEHICLE_CLASS', 'CLASS', 'VEHICLE_TYPE'] },
  adr: {
    joined: ['ADR', 'ADR_STRING', 'DANGEROUS_GOODS', 'HAZARD_CODE'],
    kemler: ['KEMLER', 'ADR_KEMLER', 'KEMLER_CODE'],
    un: ['ONU', 'UN', 'ADR_ONU', 'ADR_UN', 'ONU_CODE'],
  },
  position: { lat: ['LATITUDE', 'GPS_LATITUDE', 'GPS_LAT'], lon: ['LONGITUDE', 'GPS_LONGITUDE', 'GPS_LON'] },
  listHit: { paths: ['LIST_NAME', 'LIST', 'BLACKLIST_NAME'], nothing: ['0', 'NO', 'NO_LIST'] },
  pictures: [
    {
      role: 'context',
      paths: ['IMAGE_CTX', 'IMAGE_COLOR', 'IMAGE_OCR', 'IMAGE', 'IMAGE_BW', '*.IMAGE_CTX', '*.IMAGE_OCR'],
      parts: ['imagectx', 'ctx', 'imageocr', 'ocr'],
    },
    {
      role: 'plate',
      paths: ['IMAGE_PLATE', 'IMAGE_CROP', 'PLATE_IMAGE', 'IMAGE_PATCH'],
      parts: ['imageplate', 'plate', 'patch'],
    },
  ],
};
