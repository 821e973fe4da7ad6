import type { FamilyDescription } from '../family-description.ts';

/** Stream webhooks (a part `json` and a part `upload`) and results of the Snapshot service. */
export const plateRecognizer: FamilyDescription = {
  id: 'plate-recognizer',
  name: 'Plate Recognizer Stream',
  vendor: 'Plate Recognizer, ParkPow',
  sends: ['http'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'config.ini of Stream, [webhooks]',
    address: 'url',
    user: null,
    key: 'header',
    format: 'webhook_image = yes, webhook_image_type = original; report_static = no',
    template: null,
  },
  recognise: [
    [{ path: 'data.results.plate' }],
    [{ path: 'hook.event' }, { path: 'data.results' }],
    [{ path: 'hook.event' }, { path: 'hook.target' }],
    [{ path: 'results.plate' }, { path: 'processing_time' }],
    [{ path: 'results.plate' }, { path: 'camera_id' }],
    [{ path: 'results.dscore' }],
    // The table it writes.
    [{ path: 'row.plate' }, { path: 'row.dscore' }],
    // A picture without a vehicle has an empty list.
    [{ path: 'processing_time' }, { path: 'filename' }, { path: 'version' }],
  ],
  // What a stream tells of itself and of its cameras.
  heartbeat: [[{ path: 'hook.event' }, { path: 'data.results', isAbsent: true }]],
  events: ['data.results', 'results', 'row', ''],
  plate: { paths: ['plate', 'plate.props.plate.value'] },
  time: {
    paths: [
      '/data.timestamp',
      '/timestamp',
      '/data.timestamp_local',
      '/timestamp_local',
      '/data.timestamp_camera',
      'timestamp',
    ],
  },
  externalId: { paths: ['vehicle_id', 'uuid', '/data.uuid'] },
  device: { paths: ['/data.camera_id', '/camera_id', '/hook.id'] },
  confidence: { paths: ['score', 'plate.props.plate.score', 'plate.score'], scale: 'fraction' },
  candidates: { each: 'candidates', plate: 'plate', confidence: 'score', scale: 'fraction' },
  nation: { paths: ['region.code', 'plate.props.region.value', 'plate.region.code'] },
  direction: { paths: ['orientation.orientation', 'vehicle.props.orientation.value'] },
  speed: { paths: ['speed', 'vehicle.speed'], unit: 'declared' },
  colour: { paths: ['color.color', 'vehicle.props.color.value'], codes: { orange: '' } },
  brand: { paths: ['model_make.make', 'vehicle.props.make_model.make'] },
  model: { paths: ['model_make.model', 'vehicle.props.make_model.model'] },
  vehicleClass: { paths: ['vehicle.type'], codes: { 'big truck': 'heavy_truck', unknown: '', vehicle: '' } },
  position: { lat: ['/data.gps.lat', '/data.latitude'], lon: ['/data.gps.lon', '/data.longitude'] },
  pictures: [
    { role: 'context', parts: ['upload', 'image', 'vehicle'] },
    { role: 'plate', parts: ['plate'] },
  ],
};
