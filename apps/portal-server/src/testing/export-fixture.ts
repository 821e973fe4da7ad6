import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/portal/exports.ts';
import { SavedExport } from '@varco/contract/portal/saved-export.ts';
import { getOperationStatus } from '@varco/domain/exports/export-status.ts';
import { type InjectResponse, injectRaw } from '@varco/server-kit/testing/inject-json.ts';
import { runExports } from '../features/exports/export-runner.ts';
import { createOutboundClient } from '@varco/server-kit/outbound/outbound-client.ts';
import { type ExportPlant, buildPartArchive, startExportPlant } from './test-export-plant.ts';
import { formatError, createPerson, createPlant, seedPeople, signInAs } from './test-people.ts';
import { createTestPortal, type TestPortal, type TestPortalSettings } from './test-portal.ts';

const PEOPLE = ['anna', 'bruno', 'carla'];
export const PASSWORD = randomBytes(32).toString('base64url');
/** Stands in for the delegation token of a plant. */
export const DELEGATION_TOKEN = 'aaaa.bbbb.cccc';

/** A portal, two plants and three people who have both; a third plant, Rimini, is in nobody's list. */
export class ExportFixture {
  readonly portal: TestPortal;
  readonly cesena: ExportPlant;
  readonly forli: ExportPlant;
  private readonly tokens = new Map<string, string>();
  private readonly keys = new Map(PEOPLE.map((name) => [name, randomBytes(32).toString('base64url')]));
  private readonly client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8', '::1/128'] });

  private constructor(portal: TestPortal, cesena: ExportPlant, forli: ExportPlant) {
    this.portal = portal;
    this.cesena = cesena;
    this.forli = forli;
  }

  static async open(settings: TestPortalSettings = {}): Promise<ExportFixture> {
    const portal = await createTestPortal(settings);
    const [cesena, forli] = [
      await startExportPlant('Cesena', () => portal),
      await startExportPlant('Forli', () => portal),
    ];
    const foreign = createPlant('Rimini');
    const people = PEOPLE.map((name) => createPerson(name, { peers: [cesena.peer.uuid, forli.peer.uuid] }));
    await seedPeople(portal, people, [cesena.peer, forli.peer, foreign]);
    const world = new ExportFixture(portal, cesena, forli);
    await world.signInAgain();
    return world;
  }

  async close(): Promise<void> {
    await this.cesena.close();
    await this.forli.close();
    await this.portal.close();
  }

  /** Removes exports and resets allowances; both plants are reachable. */
  async reset(): Promise<void> {
    await this.portal.deps.db.deleteFrom('export_job').execute();
    await this.portal.deps.pool.query('delete from rate_counter');
    for (const one of [this.cesena, this.forli]) {
      one.respondWith(202);
      one.setUnreachable(false);
      one.receivedCalls.splice(0);
    }
  }

  /** Needed after the clock was moved beyond the life of the tokens. */
  async signInAgain(): Promise<void> {
    for (const name of PEOPLE) this.tokens.set(name, (await signInAs(this.portal, name)).token);
  }

  readonly runOnce = (): Promise<void> => runExports(this.portal.deps, this.client, new AbortController().signal);

  keyOf(who: string): string {
    return this.keys.get(who) ?? '';
  }

  call(
    who: string,
    endpoint: Endpoint,
    input: unknown = {},
    more: Record<string, string> = {},
  ): Promise<InjectResponse> {
    const token = this.tokens.get(who);
    const headers = { 'x-export-key': this.keyOf(who), ...more };
    return injectRaw(this.portal.app, endpoint, input, { ...(token === undefined ? {} : { token }), headers });
  }

  request(change: object = {}) {
    return {
      guid: randomUUID(),
      label: 'Furto di via Roma',
      peers: [this.cesena, this.forli].map(({ peer }, index) => ({
        url: peer.url,
        label: peer.label,
        jwt: DELEGATION_TOKEN,
        filter: { f_targa: 'AB123CD', f_varchi: [index + 1] },
        peer_number: index + 1,
        estimate: 10,
      })),
      encryption_key: PASSWORD,
      without_images: false,
      with_context_images: true,
      notes: 'fascicolo 7',
      watermark_tag: 'Procura',
      ...change,
    };
  }

  tokenOf(who: string): string {
    return this.tokens.get(who) ?? '';
  }

  async begin(who = 'anna', change: object = {}): Promise<string> {
    const answer = await this.call(who, api.startExport, { body: this.request(change) });
    if (answer.status !== 200) throw new Error(`export not begun: ${answer.status} ${formatError(answer)}`);
    return api.startExport.response.parse(answer.body).guid;
  }

  async one(guid: string, who = 'anna'): Promise<SavedExport> {
    return SavedExport.parse((await this.call(who, api.getExport, { params: { export: guid } })).body);
  }

  async statusOf(guid: string): Promise<number> {
    return getOperationStatus((await this.one(guid)).progress);
  }

  readonly part = (text = 'targa;ora'): Promise<Buffer> => buildPartArchive(PASSWORD, { 'transiti.csv': text });

  async finishBoth(guid: string): Promise<void> {
    await this.runOnce();
    for (const one of [this.cesena, this.forli]) {
      const { error } = await one.deliver(guid, await this.part());
      if (error !== '') throw new Error(`part not accepted: ${error}`);
    }
    await this.runOnce();
  }
}
