/** Answers of an invented plant and portal; tests change single members. */

export const PLANT_ANSWERS = {
  label: 'Borgo Prova',
  code: 'BOR',
  municipality: 'Borgo Prova',
  address: 'https://localhost:18853',
  portal: 'https://localhost:18851',
  port: 18_854,
  private_networks: ['127.0.0.0/8'],
  disk_reserve_mb: 16,
  retention: {
    days: 30,
    plate_picture_days: 30,
    context_picture_days: 7,
    basis: 'regolamento comunale',
    act: 'DGC 1/2026',
  },
  requires_reason: true,
  requires_case: false,
  reasons: [{ code: 'judicial-police', it: 'Indagine di polizia giudiziaria', en: 'Judicial police case' }],
  gates: [{ name: 'V01 Via di Prova', lat: 44.1, lon: 12.2, direction: 1 }],
  group: 'fdo polizia locale',
  administrator: { username: 'a.prova', full_name: 'Anna Prova', email: 'a.prova@comune.example' },
};

export const PORTAL_ANSWERS = {
  address: 'https://localhost:18851',
  plants: ['https://localhost:18853'],
  port: 18_852,
  private_networks: ['127.0.0.0/8'],
  disk_reserve_mb: 16,
  mail: 'none',
  administrators: [
    { full_name: 'Anna Prova', email: 'a.prova@comune.example', authority: 'Comune di Borgo Prova' },
    { full_name: 'Bruno Prova', email: 'b.prova@comune.example', authority: 'Comune di Borgo Prova' },
  ],
};
