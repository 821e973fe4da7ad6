import type { PlantEntry } from '../widgets/plants/plant-entry.ts';
import type { PlantHealth } from '../widgets/plants/ConnectionMeter.tsx';
import type { PlantSegment } from '../widgets/completeness/completeness.ts';
import type { RailSection } from '../widgets/shell/Rail.tsx';

export type SampleRow = {
  readonly id: string;
  readonly time: string;
  readonly plate: string;
  readonly nation: string | null;
  readonly passes: number;
  readonly inWindow: number;
  readonly last: string;
  readonly insured: string;
  readonly inspected: string;
  readonly stolen: string;
  readonly registry: string;
  readonly colour: string;
  readonly vehicle: string;
  readonly plant: string;
  readonly gate: string;
  readonly kemler?: readonly [string, string];
  readonly hasGps: boolean;
};

function buildRow(
  id: number,
  time: string,
  plate: string,
  nation: string | null,
  checks: readonly [string, string, string, string],
  vehicle: readonly [string, string],
  place: readonly [string, string],
): SampleRow {
  const [insured, inspected, stolen, registry] = checks;
  return {
    id: String(id),
    time,
    plate,
    nation,
    passes: 4 + ((id * 7) % 26),
    inWindow: 1 + (id % 9),
    last: id % 3 === 1 ? 'oggi' : `${1 + (id % 7)} gg fa`,
    insured,
    inspected,
    stolen,
    registry,
    colour: vehicle[0],
    vehicle: vehicle[1],
    plant: place[0],
    gate: place[1],
    hasGps: id !== 15,
    ...(id === 5 ? { kemler: ['33', '1203'] as const } : {}),
  };
}

const notFound = ['--', '--', '--', '--'] as const;
const good = ['si', 'si', '--', '--'] as const;

/** Invented transits that cover every value of the vocabulary. */
export const SAMPLE_ROWS: readonly SampleRow[] = [
  buildRow(
    1,
    '14:31:58',
    'GK508RB',
    'I',
    ['no', 'no', '--', 'si'],
    ['grey', 'FIAT Tipo'],
    ['CES', 'V03 Via Emilia ovest'],
  ),
  buildRow(2, '14:31:35', 'GK577DS', 'I', good, ['blue', 'BMW X1'], ['UNR', 'V02 SS9 Savignano']),
  buildRow(3, '14:31:01', 'M KR 4821', 'D', notFound, ['blue', 'BMW X1'], ['CES', 'V05 Diegaro']),
  buildRow(
    4,
    '14:28:39',
    'GK512LT',
    'I',
    ['no', 'si', '--', '--'],
    ['yellow', 'PEUGEOT 208'],
    ['UNR', 'V02 SS9 Savignano'],
  ),
  buildRow(5, '14:28:01', 'GK513EZ', 'I', good, ['white', 'MERCEDES Actros'], ['CES', 'V03 Via Emilia ovest']),
  buildRow(6, '14:24:48', 'GK547ZE', 'I', ['no', 'no', 'si', '--'], ['red', 'RENAULT Clio'], ['CES', 'V05 Diegaro']),
  buildRow(7, '14:24:28', 'GK524HW', 'I', good, ['white', 'MERCEDES Vito'], ['CES', 'V07 Secante sud']),
  buildRow(8, '14:22:52', 'B 348 KVT', 'RO', notFound, ['blue', 'TOYOTA Yaris'], ['FOR', 'V12 Ravegnana']),
  buildRow(9, '14:21:01', 'GK561BP', 'I', ['<!>', '<!>', '--', 'pn'], ['grey', 'FIAT Panda'], ['FOR', 'V15 Bertinoro']),
  buildRow(10, '14:20:31', 'GK577MR', 'I', good, ['white', 'MERCEDES Actros'], ['CES', 'V07 Secante sud']),
  buildRow(
    11,
    '14:18:12',
    'GK533HW',
    'I',
    ['xx', 'xx', '--', '--'],
    ['green', 'DACIA Duster'],
    ['FOR', 'V15 Bertinoro'],
  ),
  buildRow(12, '14:16:36', 'GK5?1TN', 'I', notFound, ['yellow', 'PEUGEOT 208'], ['CES', 'V05 Diegaro']),
  buildRow(13, '14:14:18', 'GK518HX', 'I', good, ['blue', 'TOYOTA Yaris'], ['FOR', 'V12 Ravegnana']),
  buildRow(14, '14:12:00', 'AB 482 KC', 'AL', notFound, ['blue', 'BMW X1'], ['CES', 'V03 Via Emilia ovest']),
  buildRow(
    15,
    '14:09:45',
    'GK555DX',
    'I',
    ['no', 'si', '--', '--'],
    ['yellow', 'PEUGEOT 208'],
    ['UNR', 'V02 SS9 Savignano'],
  ),
  buildRow(16, '14:08:49', '**', null, ['**', '**', '--', '--'], ['', ''], ['CES', 'V07 Secante sud']),
  buildRow(
    17,
    '14:06:48',
    'GK525CZ',
    'I',
    ['<x>', 'si', 'no', 'no'],
    ['red', 'RENAULT Clio'],
    ['CES', 'V07 Secante sud'],
  ),
  buildRow(18, '14:04:25', 'TI 248913', 'CH', notFound, ['white', 'MERCEDES Actros'], ['CES', 'V07 Secante sud']),
  buildRow(19, '14:01:20', 'GK531DR', 'I', good, ['white', 'FORD Transit'], ['FOR', 'V12 Ravegnana']),
  buildRow(20, '13:58:32', 'GK550CV', 'I', ['si', 'no', '--', 'scn'], ['black', 'VW Golf'], ['FOR', 'V15 Bertinoro']),
  buildRow(21, '13:55:16', 'GR482VL', 'F', good, ['blue', 'TOYOTA Yaris'], ['CES', 'V05 Diegaro']),
  buildRow(22, '13:52:29', 'GK586JR', 'I', good, ['white', 'IVECO Daily'], ['CES', 'V03 Via Emilia ovest']),
  buildRow(23, '13:50:07', '48 KTB 2', 'NL', notFound, ['green', 'DACIA Duster'], ['FOR', 'V15 Bertinoro']),
  buildRow(24, '13:48:42', '482 KPT', null, notFound, ['blue', 'FIAT Panda'], ['FOR', 'V15 Bertinoro']),
];

const buildSamplePlant = {
  status: 'online',
  answer: 'received',
  isSlow: false,
  hasLimitedGates: false,
  maxMinutes: 0,
} as const;

/** @param requestedAt page clock when the request to the pending plant was sent */
export function samplePlants(requestedAt: number): readonly PlantEntry[] {
  return [
    { ...buildSamplePlant, plantId: '1', label: 'Cesena Cintura', code: 'CES', count: 612 },
    { ...buildSamplePlant, plantId: '2', label: 'Forlì Sud', code: 'FOR', count: 341 },
    { ...buildSamplePlant, plantId: '3', label: 'Ravenna Porto', code: 'RAV', count: 207, isSlow: true },
    {
      ...buildSamplePlant,
      plantId: '4',
      label: 'Unione Rubicone',
      code: 'UNR',
      count: 124,
      hasLimitedGates: true,
      maxMinutes: 2880,
    },
    {
      ...buildSamplePlant,
      plantId: '5',
      label: 'Faenza Ovest',
      code: 'FAE',
      count: null,
      answer: 'receiving',
      askedAt: requestedAt,
    },
    { ...buildSamplePlant, plantId: '9', label: 'Lugo Est', code: 'LUG', count: null, maxMinutes: 90 },
    {
      ...buildSamplePlant,
      plantId: '6',
      label: 'Rimini Costa',
      code: 'RIM',
      count: null,
      answer: 'error',
      error: { cause: 'Tempo di ricerca superato', afterSeconds: 30 },
    },
    {
      ...buildSamplePlant,
      plantId: '7',
      label: 'Cervia Saline',
      code: 'CER',
      count: null,
      status: 'offline',
      answer: 'notAsked',
      silentMinutes: 42,
    },
    {
      ...buildSamplePlant,
      plantId: '8',
      label: 'Santarcangelo',
      code: 'SAN',
      count: null,
      status: 'noPermission',
      answer: 'notAsked',
    },
  ];
}

export const SAMPLE_SEGMENTS: readonly PlantSegment[] = [
  { plantId: '1', label: 'Cesena Cintura', state: 'answered' },
  { plantId: '2', label: 'Forlì Sud', state: 'answered' },
  { plantId: '3', label: 'Ravenna Porto', state: 'answered' },
  { plantId: '4', label: 'Unione Rubicone', state: 'answered' },
  { plantId: '5', label: 'Faenza Ovest', state: 'receiving' },
  { plantId: '6', label: 'Rimini Costa', state: 'error' },
];

export const SAMPLE_HEALTH: readonly PlantHealth[] = [
  { plantId: '1', state: 'ok' },
  { plantId: '2', state: 'ok' },
  { plantId: '3', state: 'attention' },
  { plantId: '4', state: 'ok' },
  { plantId: '5', state: 'ok' },
  { plantId: '6', state: 'error' },
  { plantId: '7', state: 'away' },
  { plantId: '8', state: 'away' },
];

export const SAMPLE_RAIL: readonly RailSection[] = [
  {
    id: 'operation',
    label: 'Operatività',
    items: [
      { id: 'control', label: 'Sala operativa', icon: 'tower', href: '/control-room' },
      { id: 'lpr', label: 'Transiti', icon: 'list', href: '/lpr' },
      { id: 'cameras', label: 'Monitor varchi', icon: 'camera', href: '/monitor-cam' },
      { id: 'map', label: 'Mappa impianti', icon: 'map', href: '/map' },
    ],
  },
  {
    id: 'analysis',
    label: 'Analisi',
    items: [
      { id: 'suspects', label: 'Veicoli sospetti', icon: 'suspect', href: '/suspects' },
      { id: 'pairs', label: 'Veicoli complici', icon: 'pair', href: '/partners-crime' },
      { id: 'statistics', label: 'Statistiche', icon: 'chart', href: '/statistics' },
    ],
  },
  {
    id: 'lists',
    label: 'Liste',
    items: [
      { id: 'blacklist', label: 'Blacklist', icon: 'ban', href: '/blacklist' },
      { id: 'whitelist', label: 'Whitelist', icon: 'shieldCheck', href: '/whitelist' },
    ],
  },
  {
    id: 'services',
    label: 'Servizi',
    items: [
      { id: 'visure', label: 'Visure', icon: 'document', href: '/visure-ministeriali' },
      { id: 'exports', label: 'Esportazioni', icon: 'share', href: '/exports', badge: { count: 1, tone: 'in' } },
    ],
  },
  {
    id: 'admin',
    label: 'Amministrazione',
    items: [
      { id: 'plants', label: 'Gestione impianti', icon: 'gate', href: '/peer' },
      { id: 'settings', label: 'Impostazioni', icon: 'gear', href: '/settings' },
    ],
  },
];

export const SAMPLE_TABS = [
  { id: '1', icon: 'list', title: 'Elenco transiti', name: 'Elenco transiti', isCloseable: true },
  { id: '2', icon: 'document', title: 'Transito FB219KD', name: 'Transito FB219KD', isCloseable: true },
  { id: '3', icon: 'route', title: 'Tracciato transiti FB219KD', name: 'Tracciato FB219KD', isCloseable: true },
  { id: '4', icon: 'suspect', title: 'Veicoli sospetti', name: 'Veicoli sospetti', isCloseable: true },
] as const;

export const SAMPLE_CASE = {
  reason: 'Indagine di polizia giudiziaria',
  caseNumber: '1482/2026 RGNR',
  loggedCount: 14,
};
