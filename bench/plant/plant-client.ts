import { ingestReads, ingestReadsWithPictures, type Read } from '@varco/contract/plant/ingest.ts';
import { plantLogin, PlantLoginResponse } from '@varco/contract/plant/auth.ts';
import { countTransitsByBody, searchTransits, TransitCount } from '@varco/contract/plant/transits.ts';
import { encodeReason, REASON_HEADER } from '@varco/contract/reason.ts';
import { CAMERA_KEY, PASSWORD, PLANT_URL } from '../data/plant.ts';
import type { CallParts } from './call-parts.ts';
import { PAGE_SIZE, type TransitQuery } from '../search/transit-query.ts';

/** The plant refused a query; printed as "not answered" with the plant's error. */
export class NotAnsweredError extends Error {}

type Headers = Readonly<Record<string, string>>;

async function postToBenchPlant(path: string, body: unknown, headers: Headers, parts?: CallParts): Promise<string> {
  const startedAt = performance.now();
  const answer = await fetch(`${PLANT_URL}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  parts?.add(answer.headers.get('server-timing'), performance.now() - startedAt);
  if (!answer.ok) throw new NotAnsweredError(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}

/** Signs a plant user in. The returned headers include a reason, as every consultation requires. */
export async function signInPlantUser(username: string): Promise<Headers> {
  const answer: unknown = JSON.parse(await postToBenchPlant(plantLogin.path, { username, password: PASSWORD }, {}));
  const reason = { code: 'training', text: 'Misura delle prestazioni', case: null };
  return { authorization: `Bearer ${PlantLoginResponse.parse(answer).token}`, [REASON_HEADER]: encodeReason(reason) };
}

const PLATE_FIELDS = {
  pattern: (ask: { pattern: string }) => ({ f_targa: ask.pattern }),
  misread: (ask: { plate: string }) => ({ f_targa: ask.plate, f_allowed_plate_misreads: true }),
  near: (ask: { plate: string; errors: number; misreads: boolean }) => ({
    f_targa: ask.plate,
    f_allowed_plate_errors: ask.errors,
    ...(ask.misreads ? { f_allowed_plate_misreads: true } : {}),
  }),
};

function buildPlateFields({ plate }: TransitQuery): Readonly<Record<string, unknown>> {
  if (plate === undefined) return {};
  if (plate.how === 'pattern') return PLATE_FIELDS.pattern(plate);
  return plate.how === 'misread' ? PLATE_FIELDS.misread(plate) : PLATE_FIELDS.near(plate);
}

const buildOrder = ({ measure, most }: NonNullable<TransitQuery['orderBy']>): string =>
  `${most === 'first' ? '-' : '+'}${measure === 'transits' ? 'g_transits' : 'g_transit_days'}`;

/** The request body of a query, with the field names of T 7.1. */
export function buildRequestBody(question: TransitQuery): Readonly<Record<string, unknown>> {
  const { gates, colour, brand, vclass, adr, from, to, distinct, recurrence, orderBy, offset, afterId } = question;
  const all = {
    ...buildPlateFields(question),
    f_varchi: gates,
    f_colore: colour === undefined ? undefined : [colour],
    f_brand_id: brand === undefined ? undefined : [brand.id],
    f_tipo: vclass === undefined ? undefined : [vclass],
    f_adr_only: adr,
    f_startTime: from ?? undefined,
    f_endTime: to ?? undefined,
    f_distinct: distinct,
    ...(recurrence === undefined ? {} : { [`f_count_${recurrence.operator}`]: recurrence.n, f_include_count: true }),
    order_by: orderBy === undefined ? undefined : buildOrder(orderBy),
    offs: offset,
    after_id: afterId,
    page_size: PAGE_SIZE,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * Runs a query as a screen does: page and total concurrently. Returns the total when it was requested. Throws {@link
 * NotAnswered}.
 */
export async function runPlantQuery(user: Headers, question: TransitQuery, parts?: CallParts): Promise<number | null> {
  const body = buildRequestBody(question);
  const calls = [
    ...(question.want === 'count' ? [] : [postToBenchPlant(searchTransits.path, body, user, parts)]),
    ...(question.want === 'page' ? [] : [postToBenchPlant(countTransitsByBody.path, body, user, parts)]),
  ];
  const total = (await Promise.all(calls)).at(-1);
  return question.want === 'page' || total === undefined ? null : TransitCount.parse(JSON.parse(total)).count;
}

/** Sends reads as a camera does; resolves when they are durable. */
export async function sendReads(reads: readonly Read[]): Promise<void> {
  await postToBenchPlant(ingestReads.path, { reads }, { 'x-api-key': CAMERA_KEY });
}

/** Sends one read with its pictures as a camera does; resolves when all is durable. */
export async function sendReadWithPictures(
  read: Read,
  pictures: Readonly<Record<'full' | 'plate', Uint8Array<ArrayBuffer>>>,
): Promise<void> {
  const form = new FormData();
  form.set('reads', JSON.stringify({ reads: [{ ...read, pictures: { full: 'full', plate: 'plate' } }] }));
  for (const [name, bytes] of Object.entries(pictures))
    form.set(name, new Blob([bytes], { type: 'image/jpeg' }), `${name}.jpg`);
  const answer = await fetch(`${PLANT_URL}${ingestReadsWithPictures.path}`, {
    method: 'POST',
    headers: { 'x-api-key': CAMERA_KEY },
    body: form,
  });
  const text = await answer.text();
  if (!answer.ok || !text.includes('"stored"') || text.includes('picture_'))
    throw new NotAnsweredError(`${answer.status} ${text.slice(0, 200)}`);
}
