import type { FamilyDescription } from '../family-description.ts';

/** Traffic Eye: JSON or XML over HTTP, or a line over TCP; names in English or Spanish as chosen on the page. */
export const lectorVision: FamilyDescription = {
  id: 'lector-vision',
  name: 'Lector Vision Traffic Eye',
  vendor: 'Lector Vision',
  sends: ['http', 'tcp', 'ftp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Settings > Communications > HTTP client',
    address: 'URL',
    user: 'User',
    key: 'Password',
    format: 'JSON',
    template: null,
  },
  recognise: [
    [{ path: 'lectorvision' }],
    [{ path: '*.lectorvision' }],
    [{ path: 'matricula' }],
    [{ path: '*.matricula' }],
    [{ path: 'plate' }, { path: 'reliability' }],
    [{ path: '*.plate' }, { path: '*.reliability' }],
    [{ path: 'licensePlate' }, { path: 'reliability' }],
  ],
  events: ['lectorvision', 'detection', 'lectura', 'read', 'event', ''],
  plates: ['*.plate', '*.matricula'],
  plate: {
    paths: ['plate', 'matricula', 'licensePlate', '*.matricula', '*.plate'],
  },
  time: {
    joined: [
      ['fecha', 'hora'],
      ['date', 'time'],
    ],
    order: 'dmy',
    paths: ['timestamp', 'datetime', 'fechahora', 'fecha', 'date', '*.timestamp', '*.datetime', '*.fechahora'],
  },
  externalId: { paths: ['id', 'uuid', 'transitId', 'idtransito'] },
  device: { paths: ['cameraName', 'camera', 'camara', 'device', 'deviceName', 'equipo', 'serial'] },
  confidence: {
    paths: ['reliability', 'fiabilidad', 'confidence', 'confianza', '*.reliability', '*.fiabilidad'],
    scale: 'auto',
  },
  nation: { paths: ['country', 'pais', 'nationality', 'nacionalidad'] },
  direction: {
    paths: ['direction', 'sentido', 'direccion'],
    codes: { acercamiento: '3', acercandose: '3', alejamiento: '4', alejandose: '4', sube: '', baja: '' },
  },
  lane: { paths: ['lane', 'carril'] },
  speed: { paths: ['speed', 'velocidad'], unit: 'kmh' },
  colour: { paths: ['color', 'vehicleColor'] },
  brand: { paths: ['make', 'brand', 'marca'] },
  model: { paths: ['model', 'modelo'] },
  vehicleClass: { paths: ['vehicleClass', 'vehicleType', 'class', 'tipo', 'clase'] },
  adr: { joined: ['adr', 'hazardousGoods'], kemler: ['kemler', 'adrKemler'], un: ['onu', 'un', 'adrUn'] },
  listHit: { paths: ['list', 'listName', 'lista'] },
  pictures: [
    {
      role: 'context',
      paths: ['image', 'imagen', 'contextImage', 'overviewImage', 'irImage'],
      parts: ['image', 'context', 'overview', 'imagen'],
    },
    { role: 'plate', paths: ['plateImage', 'imagenMatricula', 'plateCrop'], parts: ['plate', 'matricula'] },
  ],
};
