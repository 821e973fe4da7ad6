import type { Handover, HandoverItem, HandoverSummary } from '@varco/contract/plant/handovers.ts';

const AT = '2026-11-20T13:00:00.000Z';
const LOTTO = '00000000-0000-4000-8000-0000000000aa';
/** Plate of the one alert of each test plant. */
export const HANDED_PLATE = 'ZA482HC';

const ITEM: HandoverItem = {
  tipo: 'alert',
  id: '7',
  dal: '2026-11-20T12:10:00.000Z',
  varco: 'Porta Fiume',
  voce: 'blacklist',
  targa: HANDED_PLATE,
  nazione: 'I',
  in_carico_a: 'Marta Ferri',
  passa: true,
  sollecitato_a: 'shift',
  inviata: 'Volante 2',
  inviata_il: '2026-11-20T12:20:00.000Z',
  nota: '',
  nota_prima: { nota: 'ripassa ogni notte', di: 'Sandro Bassi', il: '2026-11-19T21:00:00.000Z' },
};
const CAMERA: HandoverItem = {
  ...{
    tipo: 'camera',
    id: '3',
    dal: '2026-11-20T09:00:00.000Z',
    varco: 'Ponte Vecchio',
    voce: '',
    targa: '',
    nazione: '',
  },
  ...{ in_carico_a: '', passa: false, sollecitato_a: null, inviata: '', inviata_il: null, nota: '', nota_prima: null },
};

interface Call {
  readonly route: string;
  readonly body: unknown;
}

const readBody = ({ body }: Call, key: string): unknown => Reflect.get(Object(body), key);

/** The hand-over of the calls so far: made here, or by a colleague when the case is `to-sign`. */
function findHandover(calls: readonly Call[], isToSign: boolean): HandoverSummary | null {
  const made = calls.find(({ route }) => route === 'POST /api/handovers');
  if (made === undefined && !isToSign) return null;
  const isSigned = calls.some(({ route }) => route.endsWith('/sign'));
  return {
    id: '00000000-0000-4000-8000-0000000000b1',
    lotto: made === undefined ? LOTTO : String(readBody(made, 'lotto')),
    da: 'Marta Ferri',
    da_me: made !== undefined,
    a: made === undefined ? 'Sandro Bassi' : '',
    il: AT,
    nota: made === undefined ? 'turno tranquillo' : String(readBody(made, 'nota')),
    impianti: ['Cesena Cintura', 'Forlì Centro'],
    mancanti: [],
    n_voci: 2,
    oltre: false,
    firmabile: made === undefined && !isSigned,
    chiusura: isSigned
      ? {
          come: 'signed',
          da: 'Sandro Bassi',
          il: '2026-11-20T13:20:00.000Z',
          impronta: 'ab'.repeat(32),
          passati: 1,
          non_passati: [{ id: '8', perche: 'changed' }],
        }
      : null,
  };
}

/** Answers of a plant that has one open alert and one silent camera. */
export function respondToHandoverCall(route: string, calls: readonly Call[], isToSign: boolean): unknown {
  const stored = findHandover(calls, isToSign);
  if (route === 'GET /api/handovers/open')
    return {
      voci: [CAMERA, ITEM],
      oltre: false,
      colleghi: [{ uuid: '00000000-0000-4000-8000-0000000000c1', username: 's.bassi', nome: 'Sandro Bassi' }],
    };
  if (route === 'GET /api/handovers/waiting') return { lotti: stored?.firmabile === true ? [stored.lotto] : [] };
  if (route === 'GET /api/handovers') return { objects: stored === null ? [] : [stored] };
  if (route.startsWith('GET ') && stored !== null)
    return { ...stored, voci: [{ ...ITEM, nota: 'pattuglia avvisata' }], nascoste: 1 } satisfies Handover;
  return stored;
}
