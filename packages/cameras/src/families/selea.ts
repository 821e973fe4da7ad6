import type { FamilyDescription } from '../family-description.ts';

/** Events of the cameras and of Car Plate Server as JSON, XML or text; names follow the fields chosen on the page. */
export const selea: FamilyDescription = {
  id: 'selea',
  name: 'Selea',
  vendor: 'Selea',
  sends: ['http', 'tcp', 'ftp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Impostazioni > Protocolli di trasferimento > HTTP (or TCP)',
    address: 'URL',
    user: 'Utente',
    key: 'Password',
    format: 'JSON or XML with pictures in Base64',
    template: null,
  },
  recognise: [
    [{ path: 'selea' }],
    [{ path: '*.CarPlate' }],
    [{ path: 'CarPlate' }],
    [{ path: 'car_plate' }],
    [{ path: 'Targa' }, { path: 'DataOra' }],
    [{ path: 'Targa' }, { path: 'Telecamera' }],
    [{ path: '*.Targa' }, { path: '*.DataOra' }],
    [{ path: '*.Targa' }, { path: '*.Data' }],
    [{ path: 'Plate' }, { path: 'CtxName' }],
  ],
  heartbeat: [[{ path: 'keepalive' }], [{ path: 'event', is: ['keepalive', 'heartbeat'] }]],
  events: ['selea', 'Transito', 'Transits.Transit', 'Transit', 'CarPlateEvent', 'Event', 'Passaggio', '*', ''],
  only: [[{ path: 'Targa' }], [{ path: 'CarPlate' }], [{ path: 'car_plate' }], [{ path: 'plate' }]],
  plate: { paths: ['CarPlate', 'car_plate', 'Targa', 'Plate'] },
  time: {
    joined: [
      ['Data', 'Ora'],
      ['Date', 'Time'],
    ],
    paths: ['DataOra', 'DateTime', 'date_time', 'Timestamp', 'time', 'Date'],
  },
  externalId: { paths: ['IdTransito', 'TransitId', 'Id', 'Progressivo', 'counter'] },
  device: {
    paths: ['Telecamera', 'NomeTelecamera', 'CameraName', 'camera_name', 'CtxName', 'Camera', 'Varco', 'serial'],
  },
  confidence: { paths: ['Confidenza', 'Affidabilita', 'Confidence', 'OcrConfidence', 'Score'], scale: 'auto' },
  nation: { paths: ['Nazione', 'Nazionalita', 'Country', 'CountryCode', 'Nationality'] },
  direction: { paths: ['Direzione', 'Direction'] },
  lane: { paths: ['Corsia', 'Lane'] },
  speed: { paths: ['Velocita', 'Speed'], unit: 'kmh' },
  colour: { paths: ['Colore', 'Color', 'VehicleColor'] },
  brand: { paths: ['Marca', 'Brand', 'VehicleBrand', 'Make'] },
  model: { paths: ['Modello', 'Model', 'VehicleModel'] },
  vehicleClass: { paths: ['Classe', 'TipoVeicolo', 'VehicleType', 'VehicleClass', 'Class'] },
  adr: { joined: ['ADR', 'CodiceADR'], kemler: ['Kemler', 'NumeroKemler'], un: ['ONU', 'UN', 'NumeroONU'] },
  position: { lat: ['Latitudine', 'Latitude', 'GpsLat'], lon: ['Longitudine', 'Longitude', 'GpsLon'] },
  listHit: { paths: ['Lista', 'NomeLista', 'ListName', 'BlackList'], nothing: ['0', 'no', 'false'] },
  pictures: [
    {
      role: 'context',
      paths: ['Immagine', 'ImmagineContesto', 'ImageCtx', 'ContextImage', 'Image', 'image'],
      parts: ['ctx', 'context', 'image', 'immagine'],
    },
    { role: 'plate', paths: ['ImmagineTarga', 'ImagePlate', 'PlateImage'], parts: ['plate', 'targa'] },
  ],
};
