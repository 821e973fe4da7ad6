import type { FamilyDescription } from '../family-description.ts';

/** Frigate over MQTT: `frigate/events` and `frigate/tracked_object_update`; it reports every object, most without a plate. */
export const frigate: FamilyDescription = {
  id: 'frigate',
  name: 'Frigate',
  vendor: 'Frigate NVR',
  sends: ['mqtt', 'http'],
  reply: { status: 200, type: 'application/json', body: '{"success":true}' },
  setup: {
    page: 'config.yml, mqtt and lpr',
    address: 'mqtt: host, port',
    user: 'mqtt: user',
    key: 'mqtt: password',
    format: 'lpr: enabled: true; topics frigate/events and frigate/tracked_object_update',
    template: null,
  },
  recognise: [
    [{ path: 'type', is: ['lpr', 'face', 'description', 'classification'] }, { path: 'camera' }, { path: 'id' }],
    [{ path: 'before.camera' }, { path: 'after.camera' }],
    [{ path: 'after.id' }, { path: 'after.frame_time' }],
    [{ path: 'type', is: ['lpr'] }, { path: 'plate' }],
    // An event as its interface for programs gives it.
    [{ path: 'camera' }, { path: 'data.recognized_license_plate' }],
  ],
  heartbeat: [
    [{ path: 'after.label' }],
    // Reviews, which group objects, and what else is told about one.
    [{ path: 'after.severity' }],
    [{ path: 'type', is: ['description', 'face', 'classification'] }],
  ],
  events: ['after', ''],
  plate: {
    paths: ['recognized_license_plate[0]', 'data.recognized_license_plate[0]', 'plate'],
    isOnlyWithPlate: true,
  },
  time: { paths: ['frame_time', 'timestamp', 'start_time'] },
  externalId: { paths: ['id'] },
  stage: { paths: ['/type'], codes: { lpr: 'update', end: 'lost' } },
  device: { paths: ['camera'] },
  confidence: {
    paths: [
      ...['recognized_license_plate_score', 'recognized_license_plate[1]', 'data.recognized_license_plate_score'],
      'score',
    ],
    scale: 'fraction',
  },
  speed: { paths: ['current_estimated_speed', 'average_estimated_speed'], unit: 'declared', nothing: ['0', '0.0'] },
  vehicleClass: { paths: ['label'] },
  listHit: { paths: ['name', 'sub_label[0]'] },
  pictures: [{ role: 'context', paths: ['snapshot_image', 'thumbnail'] }],
};
