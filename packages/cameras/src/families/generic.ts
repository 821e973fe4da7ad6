import type { FamilyDescription } from '../family-description.ts';

/** Any other format; paths come from the administrator's mapping. */
export const generic: FamilyDescription = {
  id: 'generic',
  name: 'Other camera, mapped by fields',
  vendor: '',
  sends: ['http', 'tcp', 'mqtt', 'ftp'],
  reply: { status: 200, type: 'text/plain', body: 'OK' },
  setup: { page: '', address: null, user: null, key: null, format: null, template: null },
  recognise: [],
  events: [''],
  plate: { paths: [] },
  time: { paths: [] },
};
