import type { FamilyDescription } from '../family-description.ts';

/** Rekor Scout and OpenALPR agents: groups of one vehicle, single results, alerts and heartbeats. Times are milliseconds. */
export const openalpr: FamilyDescription = {
  id: 'openalpr',
  name: 'Rekor Scout, OpenALPR',
  vendor: 'Rekor',
  sends: ['http'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Scout agent > Configure > Data destination > Other HTTP Web Server',
    address: 'Upload address (alprd.conf: upload_address)',
    user: null,
    key: 'part of the upload address',
    format: 'Group results; heartbeats may stay on',
    template: null,
  },
  recognise: [
    [{ path: 'data_type', is: ['alpr_results', 'alpr_group', 'alpr_alert', 'heartbeat', 'vehicle'] }],
    [{ path: 'best_plate_number' }],
    [{ path: 'epoch_time' }, { path: 'results' }],
  ],
  heartbeat: [
    [{ path: 'data_type', is: ['heartbeat'] }],
    // A frame without plates.
    [
      { path: 'data_type', is: ['alpr_results'] },
      { path: 'results.plate', isAbsent: true },
    ],
  ],
  otherEvents: [[{ path: 'data_type', is: ['config', 'system_log'] }]],
  events: ['results', 'group', ''],
  plate: {
    paths: ['best_plate_number', 'best_plate.plate', 'plate'],
    absentIn: [[{ path: 'data_type', is: ['vehicle'] }]],
  },
  time: { paths: ['epoch_start', '/epoch_time', '/group.epoch_start', 'epoch_end', '/epoch_start'] },
  externalId: { paths: ['best_uuid', 'uuid'] },
  // Results of frames, previews of a group, the group and its alert tell of one vehicle with ids of their own.
  joinsByPlate: true,
  device: {
    paths: [
      'web_server_config.camera_label',
      '/web_server_config.camera_label',
      'camera_name',
      'camera_id',
      '/camera_id',
    ],
  },
  confidence: { paths: ['best_confidence', 'best_plate.confidence', 'confidence'], scale: 'percent' },
  candidates: { each: 'candidates', plate: 'plate', confidence: 'confidence', scale: 'percent' },
  nation: { paths: ['best_region', 'best_plate.region', 'region', 'country', '/country'] },
  speed: { paths: ['vehicle_signature.speed', 'speed'], unit: 'declared' },
  colour: {
    paths: ['vehicle.color.name', 'vehicle_color.name'],
    codes: { 'silver-gray': 'grey', 'gold-beige': 'yellow', orange: '', pink: '' },
  },
  brand: { paths: ['vehicle.make.name'] },
  model: { paths: ['vehicle.make_model.name'] },
  vehicleClass: {
    paths: ['vehicle.body_type.name'],
    codes: {
      antique: 'car',
      rv: '',
      'tractor-trailer': 'heavy_truck',
      'truck-standard': 'light_truck',
      'van-full': 'van',
      'van-mini': 'van',
    },
  },
  position: { lat: ['gps_latitude', '/gps_latitude'], lon: ['gps_longitude', '/gps_longitude'] },
  listHit: { paths: ['/alert_list', '/list_name', '/alert_list_name'] },
  pictures: [
    {
      role: 'context',
      paths: ['vehicle_crop_jpeg', '/vehicle_crop_jpeg', 'image_bytes', '/image_bytes'],
      parts: ['vehicle', 'image'],
    },
    { role: 'plate', paths: ['best_plate.plate_crop_jpeg', 'plate_crop_jpeg'], parts: ['plate'] },
  ],
};
