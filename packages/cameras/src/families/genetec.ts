import type { FamilyDescription } from '../family-description.ts';

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
    [{ path: '*.PlateRead' }, { path: '*.PlateAnalytics' }],
    [{ path: 'LicensePlate' }, { path: 'CameraId' }, { path: 'TimestampUtc' }],
  ],
  events: ['Plate', 'AutoVu', '*.Plate', 'reads', ''],
  plate: { paths: ['PlateRead', 'Plate', 'LicensePlate', 'plateNumber'] },
  time: {
    joined: [
      ['UTCDate', 'UTCTime', 'utc'],
      ['DateUtc', 'TimeUtc', 'utc'],
      ['Date', 'Time'],
    ],
    paths: ['Timestamp', 'TimestampUtc', 'DateTime'],
  },
  externalId: { paths: ['Id', 'Guid', 'EventId'] },
  device: { paths: ['LprCameraName', 'CameraName', 'SourceUrl', 'SourceName', 'CameraId'] },
  confidence: {
    paths: [
      'PlateAnalytics.Confidence Score',
      'PlateAnalytics.PlateAnalytics.Confidence Score',
      'Confidence Score',
      'ConfidenceScore',
      'Confidence',
    ],
    scale: 'auto',
  },
  nation: {
    paths: [
      'PlateAnalytics.Country',
      'Country',
      'PlateAnalytics.Context',
      'Context',
      'State Name',
      'State',
      'PlateState',
    ],
  },
  direction: {
    paths: ['PlateAnalytics.Relative Motion', 'Relative Motion', 'Direction'],
    codes: { closer: '3', away: '4', 'same speed': '', stopped: '' },
  },
  lane: { paths: ['Lane', 'PlateAnalytics.Lane'] },
  speed: {
    paths: ['PlateAnalytics.Vehicle Speed', 'Vehicle Speed', 'PlateAnalytics.Speed', 'Speed'],
    unit: 'declared',
  },
  colour: { paths: ['PlateAnalytics.Vehicle Color', 'Vehicle Color', 'VehicleColor'] },
  brand: { paths: ['PlateAnalytics.Vehicle Make', 'Vehicle Make', 'VehicleMake'] },
  model: { paths: ['PlateAnalytics.Vehicle Model', 'Vehicle Model', 'VehicleModel'] },
  vehicleClass: { paths: ['PlateAnalytics.Vehicle Type', 'Vehicle Type', 'VehicleType'] },
  position: { lat: ['Latitude', 'LatitudeY'], lon: ['Longitude', 'LongitudeX'] },
  pictures: [
    { role: 'context', paths: ['ContextImage'], parts: ['context'] },
    { role: 'plate', paths: ['PlateImage', 'LprImage'], parts: ['plate', 'lpr'] },
  ],
};
