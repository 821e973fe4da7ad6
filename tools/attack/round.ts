import { NOW } from '@varco/plant-server/testing/test-plant.ts';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import { itemAt, Rng } from '@varco/sim/random.ts';
import { checkAnswer } from './answer-oracle.ts';
import { type AttackAnswer, type AttackRequest, type Finding, readSentText } from './attack-request.ts';
import { type BuiltCall, buildCall } from './build-call.ts';
import type { Caller } from './caller.ts';
import { type CallDescription, describeCalls } from './describe-calls.ts';
import { type FollowUp, FollowUps } from './follow-ups.ts';
import { createSuggestions, KnownValues } from './known-values.ts';
import { findLeaks } from './leak-oracle.ts';
import { requestPictureTicket } from './plant-world.ts';
import {
  type PlantRightsData,
  type PortalRights,
  readPlantRights,
  readPortalRights,
  type UserRights,
} from './rights-data.repository.ts';
import { findEscalations, mayCall } from './rights-rules.ts';
import { findSecrets } from './secret-oracle.ts';
import { sendRequest } from './send-request.ts';
import { ATTACKED_APIS, type AttackWorld } from './world.ts';

/** A finding with the call that shows it. */
export interface Attack {
  readonly request: AttackRequest;
  readonly findings: readonly Finding[];
  readonly status: number;
}

export interface RoundResult {
  readonly sent: number;
  readonly attacks: readonly Attack[];
  /** Number of answers by `server endpoint` and class of status (`2xx`). */
  readonly answers: ReadonlyMap<string, number>;
  readonly slowestMs: number;
}

interface RoundOptions {
  readonly seed: number;
  readonly requests: number;
  /** True when the run is to end, for example because its time is over. */
  readonly isOver: () => boolean;
}

type Pair = readonly [CallDescription, string];
const SERVER_NAMES = ['plant', 'otherPlant', 'portal', 'registry'] as const;
type PlantName = 'plant' | 'otherPlant';
const isPlant = (name: string): name is PlantName => name === 'plant' || name === 'otherPlant';
/** Share of calls that are not spoilt: only these reach what lies behind the checks of input. */
const VALID_SHARE = 0.5;
/** Share of calls that go on with what an earlier one gave, as long as there is such a thing. */
const FOLLOW_UP_SHARE = 0.3;
const VALID_FOLLOW_UP_SHARE = 0.9;

/**
 * Every endpoint with every caller of its server: in random order, but each endpoint once before any comes again.
 * `mayUse`: callers who come more often, because what lies behind the rights is reached by nobody else.
 */
export function listPairs(
  world: AttackWorld,
  rng: Rng,
  mayUse: (caller: Caller, endpoint: Endpoint) => boolean = () => false,
): readonly Pair[] {
  const pairs: (readonly [number, Pair])[] = [];
  for (const [server, endpoints] of Object.entries(ATTACKED_APIS)) {
    const callers = [...world.callers.values()].filter((caller) => caller.server === server);
    for (const description of describeCalls(endpoints)) {
      const entitled = callers.filter((caller) => mayUse(caller, description.endpoint));
      const more = entitled.length === 0 ? [] : Array.from({ length: callers.length }, () => rng.pick(entitled));
      const shuffled = [...callers, ...more]
        .map(({ name }) => [rng.next(), name] as const)
        .toSorted(([a], [b]) => a - b);
      for (const [turn, [, name]] of shuffled.entries()) pairs.push([turn + rng.next(), [description, name]]);
    }
  }
  return pairs.toSorted(([a], [b]) => a - b).map(([, pair]) => pair);
}

/** Attacks a world, one call after the other, so that the same seed sends the same calls. */
export class AttackRound {
  readonly #world: AttackWorld;
  readonly #rng: Rng;
  readonly #known = new KnownValues();
  readonly #followUps = new FollowUps(
    new Map(SERVER_NAMES.map((server) => [server, describeCalls(ATTACKED_APIS[server])])),
  );
  #rights: Readonly<Record<PlantName, PlantRightsData>> | null = null;
  /** All rights that were in force in this round, oldest first. */
  readonly #earlier: Readonly<Record<PlantName, PlantRightsData[]>> = { plant: [], otherPlant: [] };
  #portal: ReadonlyMap<string, PortalRights> = new Map();

  constructor(world: AttackWorld, seed: number) {
    this.#world = world;
    this.#rng = new Rng(seed);
  }

  async run({ requests, isOver }: Omit<RoundOptions, 'seed'>): Promise<RoundResult> {
    const rights = await this.#readRights();
    const pairs = listPairs(this.#world, this.#rng, ({ server, kind, subject }, { access }) => {
      const plant = isPlant(server) ? (rights[server].users.get(subject ?? '') ?? null) : null;
      const portal = server === 'portal' ? (this.#portal.get(subject ?? '') ?? null) : null;
      return access.who !== 'anyone' && mayCall(access, kind, { plant, portal });
    });
    const attacks: Attack[] = [];
    const answers = new Map<string, number>();
    let sent = 0;
    let followed = 0;
    let slowestMs = 0;
    while (sent < requests && !isOver()) {
      const followUp = this.#rng.chance(FOLLOW_UP_SHARE) ? (this.#followUps.take() ?? null) : null;
      const [description, name] =
        followUp === null ? itemAt(pairs, sent - followed) : [followUp.description, followUp.caller];
      const caller = this.#world.callers.get(name);
      sent += 1;
      if (followUp !== null) followed += 1;
      if (caller === undefined) continue;
      const built = await this.#build(description, caller, followUp);
      const { attack, answer } = await this.#attack(description, built);
      slowestMs = Math.max(slowestMs, answer.ms);
      const key = `${caller.server} ${description.endpoint.id} ${Math.floor(answer.status / 100)}xx`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
      if (answer.status >= 200 && answer.status < 300)
        this.#followUps.note(
          { server: caller.server, caller: name, path: description.endpoint.path, params: built.params },
          answer,
          this.#rng,
        );
      if (attack.findings.length > 0) attacks.push(attack);
      if (answer.status === 401) await this.#renew(caller);
    }
    return { sent, attacks, answers, slowestMs };
  }

  /** Sends one recorded call and judges the answer. */
  async replay(request: AttackRequest): Promise<Attack> {
    const description = describeCalls(ATTACKED_APIS[request.server]).find(
      ({ endpoint }) => endpoint.id === request.endpoint,
    );
    if (description === undefined) throw new Error(`no endpoint ${request.endpoint}`);
    return (await this.#attack(description, { request, asked: null, params: {} })).attack;
  }

  /** Servers answer and the consultation logs are whole. */
  async checkHealth(): Promise<readonly Finding[]> {
    const { plants, portal } = this.#world;
    const findings: Finding[] = [];
    for (const [name, plant] of Object.entries(plants)) {
      const flaw = await plant.checkLog();
      if (flaw !== null) findings.push({ kind: 'health', text: `log of ${name}: ${flaw}` });
      const keys = await sendRequest(
        plant.origin,
        { method: 'GET', url: '/api/lpr/export/keys', headers: {}, body: null },
        {},
      );
      if (keys.status !== 200) findings.push({ kind: 'health', text: `${name} answers ${keys.status}` });
    }
    const version = await sendRequest(
      portal.origin,
      { method: 'GET', url: '/api/v1/version', headers: {}, body: null },
      {},
    );
    if (version.status !== 200) findings.push({ kind: 'health', text: `the portal answers ${version.status}` });
    return findings;
  }

  async #build(description: CallDescription, caller: Caller, followUp: FollowUp | null): Promise<BuiltCall> {
    const rng = this.#rng;
    const transits = isPlant(caller.server) ? this.#world.plants[caller.server].transits : [];
    const suggest = createSuggestions({
      server: caller.server,
      endpoint: description.endpoint,
      transits,
      known: this.#known,
      rng,
    });
    if (description.endpoint.id === 'getPicture' && isPlant(caller.server) && caller.kind === 'plant-user') {
      const ids = transits.filter(({ exposure }) => exposure === 'id');
      const variant = rng.pick(['full', 'plate', 't100', 'context'] as const);
      const ticket = await requestPictureTicket(this.#world.plants[caller.server], caller, rng.pick(ids).id, variant);
      this.#known.harvest('', ticket ?? '');
    }
    const isSpoilt = !rng.chance(followUp === null ? VALID_SHARE : VALID_FOLLOW_UP_SHARE);
    return buildCall(description, caller, rng, suggest, isSpoilt, followUp);
  }

  async #attack(
    { endpoint }: CallDescription,
    { request, asked }: BuiltCall,
  ): Promise<{ readonly attack: Attack; readonly answer: AttackAnswer }> {
    const { server } = request;
    const caller = this.#world.callers.get(request.caller);
    if (caller === undefined) throw new Error(`no caller ${request.caller}`);
    const before = await this.#readRights();
    const subject = this.#findSubject(request, caller);
    const user = isPlant(server) && subject !== null ? (before[server].users.get(subject) ?? null) : null;
    const portalUser = server === 'portal' && subject !== null ? (this.#portal.get(subject) ?? null) : null;
    const answer = await sendRequest(this.#world.origins[server], request, caller.credential(request));
    const findings: Finding[] = [...checkAnswer(endpoint, request, answer)];
    const sent = readSentText(request);
    if (answer.status >= 200 && answer.status < 300) {
      if (!mayCall(endpoint.access, caller.kind, { plant: user, portal: portalUser }))
        findings.push({ kind: 'rights', text: `${request.caller} got ${answer.status}` });
      if (isPlant(server))
        findings.push(...(await this.#judgePlant(server, { endpoint: endpoint.id, user, sent, asked }, answer)));
      if (server === 'portal') findings.push(...this.#findMarks(subject, portalUser, sent, answer));
      if (request.method !== 'GET') findings.push(...(await this.#refresh(server, before, user)));
      this.#known.harvest(endpoint.path, answer.bytes.length < 200_000 ? answer.bytes.toString('utf8') : '');
    }
    findings.push(...findSecrets(this.#world.secrets, subject, sent, answer));
    return { attack: { request, findings, status: answer.status }, answer };
  }

  async #judgePlant(
    server: PlantName,
    about: { endpoint: string; user: UserRights | null; sent: string; asked: unknown },
    answer: AttackAnswer,
  ): Promise<readonly Finding[]> {
    const rights = (await this.#readRights())[server];
    const other = this.#world.plants[server === 'plant' ? 'otherPlant' : 'plant'].transits;
    const subject = about.user?.username ?? '';
    const earlier = this.#earlier[server].map((had) => ({ rights: had, user: had.users.get(subject) ?? null }));
    const question = { ...about, rights, earlier, nowMs: Date.parse(NOW) };
    const leaks = await findLeaks({ ...question, transits: this.#world.plants[server].transits }, answer);
    // Nobody may see a transit of the other plant here, whatever the rights.
    const isText = !(answer.headers['content-type'] ?? '').startsWith('image/');
    return isText
      ? [
          ...leaks,
          ...(await findLeaks({ ...question, endpoint: '', user: null, earlier: [], transits: other }, answer)),
        ]
      : leaks;
  }

  /** The user who signs in, or of a ticket in the address, else of the caller. */
  #findSubject(request: AttackRequest, caller: Caller): string | null {
    if (request.endpoint === 'login') return /"username":"([^"]+)"/.exec(readSentText(request))?.[1] ?? null;
    const payload = /m1\.([\w-]+)\./.exec(request.url)?.[1];
    if (payload === undefined || !isPlant(request.server)) return caller.subject;
    const claims = Buffer.from(payload, 'base64url').toString('utf8');
    const uuid = /"u":"([^"]+)"/.exec(claims)?.[1];
    return this.#world.plants[request.server].usernames.get(uuid ?? '') ?? null;
  }

  #findMarks(
    subject: string | null,
    user: PortalRights | null,
    sent: string,
    answer: AttackAnswer,
  ): readonly Finding[] {
    const text = answer.bytes.toString('utf8');
    return this.#world.portal.marks
      .filter(({ owner, text: mark, isShownToAdmins }) => {
        const mayShow = owner === subject || (isShownToAdmins && user?.isAdmin === true);
        return mark !== '' && !mayShow && text.includes(mark) && !sent.includes(mark);
      })
      .map(({ owner }) => ({ kind: 'leak', text: `private data of ${owner}` }));
  }

  async #readRights(): Promise<Readonly<Record<PlantName, PlantRightsData>>> {
    if (this.#rights !== null) return this.#rights;
    const { plants, portal } = this.#world;
    this.#portal = await readPortalRights(portal.portal.deps.pool);
    this.#rights = {
      plant: await readPlantRights(plants.plant.plant.pool, plants.plant.usernames),
      otherPlant: await readPlantRights(plants.otherPlant.plant.pool, plants.otherPlant.usernames),
    };
    this.#earlier.plant.push(this.#rights.plant);
    this.#earlier.otherPlant.push(this.#rights.otherPlant);
    return this.#rights;
  }

  /** Reads the rights again after a call that may have changed them. */
  async #refresh(
    server: string,
    before: Readonly<Record<PlantName, PlantRightsData>>,
    user: UserRights | null,
  ): Promise<readonly Finding[]> {
    this.#rights = null;
    if (!isPlant(server)) return [];
    const after = await this.#readRights();
    return findEscalations(before[server], after[server], user).map((text) => ({ kind: 'escalation', text }));
  }

  async #renew(caller: Caller): Promise<void> {
    if (caller.renew === null) return;
    const next = await caller.renew();
    if (next !== null) this.#world.callers.set(caller.name, next);
  }
}
