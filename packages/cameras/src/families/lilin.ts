import type { FamilyDescription } from '../family-description.ts';

/** Event lists (JSON, sometimes without its end), posted notifications and the text of the running events. */
export const lilin: FamilyDescription = {
  id: 'lilin',
  name: 'LILIN LPR',
  vendor: 'Merit LILIN',
  sends: ['http', 'pull'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Event > HTTP Post Notification',
    address: 'Server, Port, URL',
    user: 'Account',
    key: 'Password',
    format: 'Text with JSON; JPEG as second notification',
    template: null,
  },
  recognise: [
    [{ path: 'INFORMATION.LPR' }],
    [{ path: 'LPR_COUNT' }],
    [{ path: 'LPR0' }],
    [{ path: 'LPR' }, { path: 'MOD_TS' }],
    [{ path: 'LPR' }, { path: 'ACT_PARAM' }],
    [{ path: 'row.LPR' }],
    [{ path: 'AiEngine' }],
    [{ path: 'something_vanish_in_zone1' }, { path: 'counter_count' }],
  ],
  // The running text is sent all the time; without a vehicle its first plate is empty.
  heartbeat: [
    [{ path: 'LPR0', is: [''] }],
    [{ path: 'LPR_COUNT', is: ['0'] }],
    // What the engine sees in a frame: people, vehicles, signs of a plate, or nothing.
    [{ path: 'AiEngine' }],
    [{ path: 'counter_count' }],
  ],
  events: ['INFORMATION', 'AiEngine', 'row', ''],
  numbered: 'LPR',
  only: [
    [{ path: 'LPR' }, { path: 'TS', isFilled: true }],
    [{ path: 'LPR' }, { path: 'MOD_TS', isFilled: true }],
    // Lists of the camera hold plates that were never seen: their times are empty.
    [
      { path: 'LPR' },
      { path: 'TS', isAbsent: true },
      { path: 'MOD_TS', isAbsent: true },
      { path: 'LPR_TIME', isAbsent: true },
    ],
    [{ path: 'LPR', isFilled: true }, { path: 'LPR_TIME' }],
    [{ path: 'PLATE' }],
    [{ path: 'properties.plate', isFilled: true }],
  ],
  plate: { paths: ['LPR', 'PLATE', 'properties.plate'] },
  time: { paths: ['TS', 'MOD_TS', 'LPR_TIME', 'created_at', 'CamTime', 'TIME'] },
  externalId: { paths: ['CAR_ID', 'obj_tracking_id'] },
  isTrack: [[{ path: 'obj_tracking_id' }]],
  device: { paths: ['CAM_NAME', 'camera_name', 'camera_mac', 'CAMERA', 'device name'] },
  confidence: { paths: ['THRESHOLD', 'confidence'], scale: 'auto' },
  nation: { paths: ['COUNTRY', 'properties.country'] },
  direction: { paths: ['DIRECTION'], codes: { 0: '', 1: '', 2: '3', 3: '4' } },
  lane: { paths: ['ROI_ID'] },
  speed: { paths: ['SPEED'], unit: 'kmh', nothing: ['0'] },
  listHit: {
    paths: ['ACT_PARAM', '/LIST_TYPE'],
    names: { denial: 'Denial', black: 'Denial', allowed: 'Allowed', white: 'Allowed', visitor: '', customer: '' },
  },
  pictures: [
    { role: 'context', paths: ['ROI_BMP', 'base64_img', '/snap_image', '/base64_img'], parts: ['snap', 'roi'] },
    { role: 'plate', paths: ['LP_BMP'], parts: ['lp'] },
  ],
};
