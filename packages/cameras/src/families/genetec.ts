import type { FamilyDescription } from '../family-description.ts';

/** An attribute of a read by its name: of the HTTP extension in either format, of the exporter, and as a field of the FTP template. */
const named = (name: string): readonly string[] => [
  `PlateAnalytics.${name}`,
  `PlateAnalytics.PlateAnalytics.${name}`,
  `attributes.Attributes.${name}`,
  name,
  name.replaceAll(' ', ''),
];

/** SharpV and SharpOS: the HTTP extension (JSON or XML), the FTP template, and the ingestion plugin's reads. */
export const genetec: FamilyDescription = {
  id: 'genetec',
  name: 'Genetec AutoVu',
  vendor: 'Genetec',
  sends: ['http', 'ftp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Sharp Portal > Configuration > Connectivity > Extensions > HTTP',
    address: 'Server URL',
    user: 'Username',
    key: 'Password',
    format: 'JSON or XML, plate and context images',
    template: null,
  },
  recognise: [
    [{ path: 'PlateRead' }, { path: 'LprCameraName' }],
    [{ path: 'PlateRead' }, { path: 'PlateAnalytics' }],
    [{ path: 'Plate.PlateRead' }],
    [{ path: 'AutoVu.Plate' }],
    [{ path: '*.Vehicle.Read' }],
    [{ path: '*.PlateRead' }, { path: '*.PlateAnalytics' }],
    [{ path: 'LicensePlate' }, { path: 'CameraId' }, { path: 'TimestampUtc' }],
  ],
  events: ['*.Vehicle.Read', 'Plate', 'AutoVu', '*.Plate', 'reads', ''],
  plate: { paths: ['PlateRead', 'Plate', 'LicensePlate', 'plateNumber', '/*.PlateReadMatched', '/*.MatchedPlate'] },
  time: {
    joined: [
      ['UTCDate', 'UTCTime', 'utc'],
      ['DateUtc', 'TimeUtc', 'utc'],
      ['/*.DateUtc', '/*.TimeUtc', 'utc'],
      ['LocalDate', 'LocalTime'],
      ['DateLocal', 'TimeLocal'],
      ['Date', 'Time'],
    ],
    paths: ['Timestamp', 'TimestampUtc', 'DateTime'],
    // As the exporter writes days.
    order: 'mdy',
    offset: ['TimeZone'],
  },
  externalId: { paths: ['Id', 'Guid', 'EventId'] },
  device: { paths: ['LprCameraName', 'CameraName', 'SourceUrl', 'SourceName', 'CameraId'] },
  confidence: { paths: [...named('Confidence Score'), 'Confidence'], scale: 'auto' },
  nation: {
    paths: [...named('Country'), ...named('Context'), ...named('State Name'), 'State', 'PlateState'],
  },
  direction: {
    paths: [...named('Relative Motion'), 'Direction'],
    codes: { closer: '3', away: '4', 'same speed': '', stopped: '' },
  },
  lane: { paths: ['Lane', 'PlateAnalytics.Lane', 'attributes.Attributes.Lane'] },
  speed: { paths: [...named('Vehicle Speed'), ...named('Speed')], unit: 'declared' },
  colour: { paths: named('Vehicle Color') },
  brand: { paths: named('Vehicle Make') },
  model: { paths: named('Vehicle Model') },
  vehicleClass: { paths: named('Vehicle Type') },
  position: { lat: ['Latitude', 'LatitudeY'], lon: ['Longitude', 'LongitudeX'] },
  listHit: { paths: ['/*.RuleName', '/*.HotlistCategory'] },
  pictures: [
    { role: 'context', paths: ['ContextImage'], parts: ['context'] },
    { role: 'plate', paths: ['PlateImage', 'LprImage'], parts: ['plate', 'lpr'] },
  ],
};
