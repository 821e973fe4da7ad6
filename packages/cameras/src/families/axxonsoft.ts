import type { FamilyDescription } from '../family-description.ts';

/** Auto-Intellect: XML on TCP port 35555 (older versions with the picture in a comment), or frames of fixed width (time, camera, plate) on port 55555. */
export const axxonsoft: FamilyDescription = {
  id: 'axxonsoft',
  name: 'AxxonSoft Auto-Intellect',
  vendor: 'AxxonSoft',
  sends: ['tcp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: {
    page: 'Auto-Intellect > LPR channel > Sending events by TCP',
    address: 'the server listens on ports 35555 and 55555',
    user: null,
    key: null,
    format: 'XML (35555) or text (55555)',
    template: null,
  },
  recognise: [[{ path: 'CAR_PLATE' }], [{ path: 'CAR.CAR_PLATE' }], [{ path: 'row.line', digits: 16 }]],
  events: ['CAR.CAR_PLATE', 'CAR_PLATE', 'row'],
  plate: { paths: ['plate'], fixed: { path: 'line', from: 16, to: null } },
  time: { paths: ['time'], fixed: { path: 'line', from: 0, to: 14 } },
  device: { paths: ['cam-id'], fixed: { path: 'line', from: 14, to: 16 } },
  confidence: { paths: ['confidence'], scale: 'percent' },
  nation: { paths: ['plate_mask'] },
  // Left and right are those of carriages and containers.
  direction: { paths: ['direction'], codes: { left: '', right: '' } },
  pictures: [
    { role: 'plate', paths: ['plateImage'] },
    { role: 'context', paths: ['#text', '#comment', 'image'] },
  ],
};
