import type { Gate } from '@varco/contract/plant/gates.ts';

/** An invented gate that is online. */
export const createGate = (id: number, more: Partial<Gate> = {}): Gate => ({
  id,
  fullname: `Varco ${id}`,
  desc: '',
  ordine: id,
  gps_lat: 44.1,
  gps_lon: 12.2,
  note: '',
  lane2: false,
  rca_status: '',
  updated: null,
  last_record_lpr: null,
  last_plate_date: null,
  direction: 0,
  modello_cam: '',
  stato: 'online',
  url_video: null,
  sd_size: null,
  boundary: false,
  enabled_for_user: true,
  ...more,
});
