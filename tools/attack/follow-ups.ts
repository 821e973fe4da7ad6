import type { Rng } from '@varco/sim/random.ts';
import type { AttackAnswer, ServerName } from './attack-request.ts';
import type { CallDescription } from './describe-calls.ts';

/** What a call that succeeded made or showed, and how a call about it begins. */
export interface FollowUp {
  readonly description: CallDescription;
  readonly caller: string;
  /** Parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** The thing as the server described it: its fields go into the body where the call has fields of these names. */
  readonly record: Readonly<Record<string, unknown>>;
}

interface SuccessfulCall {
  readonly server: ServerName;
  readonly caller: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Calls about one thing that an endpoint gets in a round: the attack of everybody else must go on. */
const MAX_PER_ENDPOINT = 6;
const MAX_WAITING = 60;
/** Endings of addresses that find what the address without them makes. */
const COLLECTION_ENDINGS = /\/(?:search|list|own|due)$/;
const SKIPPED: ReadonlySet<string> = new Set([
  // Who switches it on cannot sign in again in this round.
  'enableTwoFactor',
]);

/**
 * Chains of calls: whoever was answered with a thing goes on to the calls about it, in the order of the contract and with
 * deletions last. Random ids reach almost none of these, because most of them want a thing in a certain state.
 */
export class FollowUps {
  readonly #descriptions: ReadonlyMap<ServerName, readonly CallDescription[]>;
  readonly #waiting: FollowUp[] = [];
  readonly #counts = new Map<string, number>();

  constructor(descriptions: ReadonlyMap<ServerName, readonly CallDescription[]>) {
    this.#descriptions = descriptions;
  }

  /** Notes what an answer gave; only JSON objects with an id lead on. */
  note(call: SuccessfulCall, answer: AttackAnswer, rng: Rng): void {
    const record = chooseRecord(answer, rng);
    if (record === null || this.#waiting.length >= MAX_WAITING) return;
    const stem = call.path.replace(COLLECTION_ENDINGS, '');
    const next = (this.#descriptions.get(call.server) ?? []).filter(({ endpoint: { id, path } }) => {
      const count = this.#counts.get(`${call.server} ${id}`) ?? 0;
      return path.startsWith(`${stem}/:`) && count < MAX_PER_ENDPOINT && !SKIPPED.has(id);
    });
    for (const description of [...next.filter((one) => !isDeletion(one)), ...next.filter(isDeletion)]) {
      const params = fillParams(description.endpoint.path, call.params, record);
      if (params === null) continue;
      const key = `${call.server} ${description.endpoint.id}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      this.#waiting.push({ description, caller: call.caller, params, record });
    }
  }

  /** The next call of the oldest chain; undefined: none waits. */
  take(): FollowUp | undefined {
    return this.#waiting.shift();
  }
}

const isDeletion = ({ endpoint }: CallDescription): boolean => endpoint.method === 'DELETE';

/** The object of an answer, or one of the first list in it, that has an id; null: none. */
function chooseRecord({ bytes, headers }: AttackAnswer, rng: Rng): Readonly<Record<string, unknown>> | null {
  if (!(headers['content-type'] ?? '').startsWith('application/json') || bytes.length > 200_000) return null;
  const body: unknown = JSON.parse(bytes.toString('utf8'));
  const whole: Readonly<Record<string, unknown>> = Object(body);
  if (readId(whole) !== null) return whole;
  const lists = Object.values(whole).filter((value) => Array.isArray(value) && value.length > 0);
  const list: unknown = Array.isArray(body) ? body : (lists[0] ?? Object.values(whole));
  if (!Array.isArray(list) || list.length === 0) return null;
  const one: Readonly<Record<string, unknown>> = Object(rng.pick<unknown>(list));
  return readId(one) === null ? null : one;
}

function readId(record: Readonly<Record<string, unknown>>): string | null {
  const id = record['id'] ?? record['ID'] ?? record['guid'] ?? record['uuid'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Parameters of the call before stay, the first new one is the id of the thing; null when there are more. */
function fillParams(
  path: string,
  known: Readonly<Record<string, string>>,
  record: Readonly<Record<string, unknown>>,
): Record<string, string> | null {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const fresh = names.filter((name) => !(name in known));
  const [name] = fresh;
  if (name === undefined || fresh.length > 1) return null;
  const named = record[name];
  const id = typeof named === 'string' || typeof named === 'number' ? String(named) : readId(record);
  return id === null ? null : { ...known, [name]: id };
}

/** A body with the fields that the server itself gave for this thing, such as its version; the caller's own stay else. */
export function fillBody(body: unknown, record: Readonly<Record<string, unknown>>, rng: Rng): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries<unknown>(Object(body)).map(([name, value]) => {
      const isState = /^(?:id|ID|uuid|updated|ver|rev|version|versione|created\w*|datainserimento|visto)$/.test(name);
      return [name, name in record && (isState || rng.chance(0.3)) ? record[name] : value];
    }),
  );
}
