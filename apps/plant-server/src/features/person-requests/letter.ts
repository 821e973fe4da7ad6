import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { PersonFindings, PersonTransit, writePersonLetter } from '@varco/contract/plant/person-requests.ts';
import { parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import type { PlantSettings } from '../../settings/plant-settings.repository.ts';
import * as texts from './letter-texts.ts';
import type { RequestRow } from './person-requests.repository.ts';

export type Letter = CallOutput<typeof writePersonLetter>;
type Paragraph = Letter['paragrafi'][number];

/** What a letter is made from. Names of officers, texts of decisions and contents of lists are not among it. */
export interface LetterFacts {
  readonly request: Pick<
    RequestRow,
    | 'reference'
    | 'kind'
    | 'regime'
    | 'person_name'
    | 'contact'
    | 'plate'
    | 'nation'
    | 'from_day'
    | 'to_day'
    | 'received_on'
    | 'extended_to'
    | 'n_erased'
    | 'n_held'
    | 'n_restricted'
    | 'n_unrestricted'
    | 'restriction_at'
    | 'ground'
  > & { readonly state: 'answered' | 'refused'; readonly end_at: string };
  readonly settings: Pick<
    PlantSettings,
    | 'label'
    | 'municipality'
    | 'retention_days'
    | 'retention_basis'
    | 'retention_act'
    | 'plate_picture_days'
    | 'context_picture_days'
  >;
  /** Null: the answer states none. */
  readonly findings: PersonFindings | null;
  /** The transits of an access, as they are now; null: no table. */
  readonly transits: readonly PersonTransit[] | null;
}

const formatDay = (day: string): string => day.split('-').reverse().join('/');
export const formatRomeDay = (instant: string): string => formatDay(toRomeDay(parseInstantMs(instant)));
export const countTransits = (n: number): string => (n === 1 ? '1 transito' : `${n} transiti`);

/** The letter to the person, in Italian. Pure. */
export function composeLetter({ request, settings, findings, transits }: LetterFacts): Letter {
  const { kind, regime, state } = request;
  return {
    ente: `${settings.municipality} · impianto ${settings.label}`,
    riferimento: request.reference,
    data: formatRomeDay(request.end_at),
    destinatario: request.person_name,
    recapito: request.contact,
    oggetto: `Risposta alla richiesta di ${texts.SUBJECTS[kind]}`,
    paragrafi: [
      { titolo: 'La richiesta', testo: describeRequest(request) },
      { titolo: 'La risposta', testo: describeAnswer(request, findings) },
      { titolo: 'Base giuridica', testo: texts.LEGAL_BASES[regime] },
      ...(state === 'answered' ? describeProcessing(request, settings) : []),
      { titolo: 'Reclamo e ricorso', testo: `${texts.COMPLAINTS[regime]} ${texts.LIMITS}` },
    ],
    allegato:
      transits === null || findings === null
        ? null
        : { transiti: [...transits], mancanti: Math.max(0, findings.transiti.n - transits.length) },
  };
}

/** The vehicle and the days of a request. */
export function describePeriod({
  plate,
  nation,
  from_day: from,
  to_day: to,
}: Pick<RequestRow, 'plate' | 'nation' | 'from_day' | 'to_day'>): string {
  const vehicle = nation === '' ? `targa ${plate}` : `targa ${plate} (${nation})`;
  return `${vehicle}, nel periodo dal ${formatDay(from)} al ${formatDay(to)}`;
}

function describeRequest(request: LetterFacts['request']): string {
  const { kind, regime } = request;
  const extended =
    request.extended_to === null
      ? ''
      : ` Il termine per la risposta è stato prorogato al ${formatDay(request.extended_to)}.`;
  return (
    `Con la richiesta ricevuta il ${formatDay(request.received_on)} Lei ha esercitato il diritto previsto dall’${texts.RIGHTS[regime][kind]} ` +
    `(${texts.SUBJECTS[kind]}) per il veicolo con ${describePeriod(request)}.` +
    extended
  );
}

function describeAnswer(request: LetterFacts['request'], findings: PersonFindings | null): string {
  if (request.state === 'refused') return describeRefusal(request);
  switch (request.kind) {
    case 'access':
      return describeAccess(findings);
    case 'rectification':
      return describeRectification(findings);
    case 'erasure':
      return describeErasure(request);
    case 'restriction':
      return describeRestriction(request);
  }
}

function describeRefusal({ ground, regime }: LetterFacts['request']): string {
  if (ground === null || ground === '') return 'La richiesta non può essere accolta.';
  const words = (regime === 'police' ? texts.POLICE_GROUND_WORDS[ground] : undefined) ?? texts.GROUNDS[ground];
  return `La richiesta non può essere accolta perché ${words}.`;
}

function describeAccess(findings: PersonFindings | null): string {
  const restricted = describeRestrictedToo(findings);
  if (findings === null || findings.transiti.n === 0)
    return restricted === ''
      ? 'Nel periodo indicato l’impianto non conserva transiti del veicolo.'
      : `Nel periodo indicato l’impianto non conserva transiti del veicolo il cui trattamento non sia limitato. ${restricted}`;
  const { transiti: found, immagini: pictures, controlli: checks } = findings;
  const gates = found.varchi.slice(0, 40).map(({ varco, n }) => `${varco} (${n})`);
  const more = found.varchi.length > gates.length ? ' e altri' : '';
  return [
    describeFound(found),
    `Varchi: ${gates.join(', ')}${more}.`,
    describePictures(pictures),
    describeChecks(checks),
    ...(restricted === '' ? [] : [restricted]),
  ].join(' ');
}

function describePictures({ intere: full, targa: plate, contesto: context }: PersonFindings['immagini']): string {
  if (full + plate + context === 0) return 'Non sono conservate immagini.';
  return `Immagini conservate: intere per ${countTransits(full)}, della targa per ${countTransits(plate)}, del contesto per ${countTransits(context)}.`;
}

function describeChecks({ assicurazione: insured, revisione: inspected }: PersonFindings['controlli']): string {
  if (insured + inspected === 0) return 'Non sono conservati esiti di controlli su assicurazione e revisione.';
  return `Esito del controllo dell’assicurazione per ${countTransits(insured)}, della revisione per ${countTransits(inspected)}.`;
}

/** What was restricted before is stored too, and is stated by number and days only. */
function describeRestrictedToo(findings: PersonFindings | null): string {
  const { n = 0, dal: first = null, al: last = null } = findings?.limitati ?? {};
  if (n === 0 || first === null || last === null) return '';
  return `Il trattamento di altri dati è limitato su richiesta dell’interessato: ${countTransits(n)}, dal ${formatRomeDay(first)} al ${formatRomeDay(last)}.`;
}

function describeFound({ n, dal: first, al: last }: PersonFindings['transiti']): string {
  const listed = 'nell’allegato con data e ora, varco, direzione e corsia.';
  if (first === null || last === null) return '';
  if (n === 1) return `L’impianto conserva 1 transito del veicolo, del ${formatRomeDay(first)}; è riportato ${listed}`;
  return `L’impianto conserva ${n} transiti del veicolo, il primo del ${formatRomeDay(first)} e l’ultimo del ${formatRomeDay(last)}; sono elencati ${listed}`;
}

function describeRectification(findings: PersonFindings | null): string {
  const n = (findings?.correzioni.verso ?? 0) + (findings?.correzioni.da ?? 0);
  return n === 0
    ? 'I dati del periodo indicato sono stati verificati e non risultano da rettificare.'
    : `I dati del periodo indicato sono stati verificati; la targa risulta rettificata in ${countTransits(n)}.`;
}

/** In the police regime a hold is not mentioned: the letter would tell the person of an investigation (D.Lgs. 51/2018 art. 14). */
function describeErasure({ n_erased: n, n_held: held, regime }: LetterFacts['request']): string {
  const deleted = `La richiesta è accolta. Transiti cancellati, con le immagini, i controlli, le annotazioni e gli allarmi collegati: ${n ?? 0}. ${texts.BACKUPS}`;
  if (held === null || held === 0 || regime === 'police') return deleted;
  return `${deleted} Transiti non cancellati perché soggetti a un obbligo di conservazione (art. 17, paragrafo 3, del Regolamento (UE) 2016/679): ${held}.`;
}

/** Answers from before a restriction could be carried out have no day. A hold is mentioned as in an erasure. */
function describeRestriction(request: LetterFacts['request']): string {
  const { n_restricted: n, n_unrestricted: held, restriction_at: at, regime } = request;
  if (at === null)
    return 'La richiesta è accolta: i dati indicati restano conservati e il titolare ne ha disposto la limitazione del trattamento.';
  const done = `La richiesta è accolta. Il ${formatRomeDay(at)} il trattamento è stato limitato per ${countTransits(n ?? 0)}, con le immagini, le annotazioni e gli allarmi collegati. ${texts.RESTRICTION_MEANS}`;
  if (held === null || held === 0 || regime === 'police') return done;
  return `${done} Transiti non limitati perché soggetti a un obbligo di conservazione: ${held}.`;
}

function describeProcessing(
  { kind, regime }: LetterFacts['request'],
  settings: LetterFacts['settings'],
): readonly Paragraph[] {
  const retention =
    `I transiti sono conservati per ${settings.retention_days} giorni, le immagini della targa per ${settings.plate_picture_days} e quelle del contesto per ${settings.context_picture_days}, ` +
    `salvo gli obblighi di conservazione previsti dalla legge (${settings.retention_basis}, ${settings.retention_act}).`;
  if (kind !== 'access') return [{ titolo: 'Conservazione', testo: retention }];
  return [
    { titolo: 'Categorie di dati e finalità', testo: texts.CATEGORIES[regime] },
    { titolo: 'Conservazione', testo: retention },
    { titolo: 'Fonti', testo: texts.SOURCES },
    { titolo: 'Destinatari', testo: texts.RECIPIENTS },
  ];
}
