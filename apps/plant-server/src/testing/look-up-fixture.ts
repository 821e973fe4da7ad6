import { LookUpPage, runLookUp, searchLookUps, type RunLookUpBody } from '@varco/contract/plant/look-ups.ts';
import type { LookUpRecord } from '@varco/contract/registry/look-up.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import { createPool } from '@varco/server-kit/database/pool.ts';
import type { z } from 'zod';
import { MINISTRY, startTestRegistry, VPN, type TestRegistry } from './test-ministry.ts';
import { NOW, PLANT, REASON, startTestPlant, type TestPlant, type TestPlantOptions } from './test-plant.ts';

const OWNER = {
  name: 'Zanellini Ilaria',
  tax_code: 'ZNLLRI80A41Z000X',
  born: '1980-01-01',
  born_at: 'Cervia',
  sex: 'F',
  since: '2021-03-04',
  street: 'Via dei Gelsi 4',
  municipality: 'Cervia',
  province: 'RA',
  post_code: '48015',
} as const;

/** Fictitious register entries. */
export const BOOKLET: LookUpRecord = {
  plate: 'GK508RB',
  chassis: 'ZZZ0123456789ABCD',
  insurance: {
    company: 'Compagnia del Delta',
    policy: '7/8',
    from: '2025-12-01',
    to: '2026-11-30',
    grace_until: '2026-12-15',
    situation: 'Contratto in corso',
  },
  inspection: { next: '2027-05-31' },
  person: OWNER,
};
export const LICENCE: LookUpRecord = {
  plate: null,
  chassis: null,
  person: { ...OWNER, since: null },
  licence: {
    number: 'U11234567Z',
    points: 24,
    request_reason: 'Controllo di polizia',
    issued_on: '2019-01-01',
    expires_on: '2029-01-01',
    categories: ['B'],
    qualifications: [],
    prescriptions: ['01 - Obbligo di lenti'],
    messages: [],
  },
};

export interface LookUpFixture {
  readonly plant: TestPlant;
  readonly registry: TestRegistry;
  close(): Promise<void>;
}

/** Starts a plant with a test ministry that knows the vehicle GK508RB and one driver. */
export async function startLookUpFixture(
  options: TestPlantOptions & { readonly timeoutMs?: number; readonly licence?: object } = {},
): Promise<LookUpFixture> {
  const registry = await startTestRegistry(() => new Date(NOW));
  registry.entries.set('GK508RB', BOOKLET);
  registry.entries.set('U11234567Z', LICENCE);
  const { timeoutMs = 2000, licence, ...rest } = options;
  const settings = { url: registry.url, vpn: VPN, ministry: MINISTRY, timeoutMs };
  const seed =
    licence === undefined ? {} : { license: { expiresOn: '2027-06-30', number: 'LIC-0001', options: licence } };
  const plant = await startTestPlant({ ...PLANT, ...seed }, { registry: settings, renewsTokens: true, ...rest });
  return {
    plant,
    registry,
    async close() {
      await registry.close();
      await plant.close();
    },
  };
}

type Body = z.input<typeof RunLookUpBody>;

/** Number of the last request id; every id is unique. */
let lastRequestNo = 0;
export const nextRequestId = (): string => {
  lastRequestNo += 1;
  return `7a1d0000-0000-4000-8000-${String(lastRequestNo).padStart(12, '0')}`;
};

export const buildBookletRequest = (more: Partial<Body> = {}): Body => ({
  visura_id: nextRequestId(),
  campo_ricerca: 'GK508RB',
  tipo_ricerca: 0,
  tipo_richiesta: 3,
  tipo_veicolo: 0,
  pagamento: true,
  ...more,
});
export const buildInsuranceRequest = (more: Partial<Body> = {}): Body => ({
  visura_id: nextRequestId(),
  campo_ricerca: 'GK508RB',
  tipo_ricerca: 0,
  tipo_richiesta: 2,
  tipo_veicolo: 0,
  ...more,
});

/** Number of resets so far; see `resetLookUps`. */
let resets = 0;

/**
 * Forgets all look-ups between two tests. @returns the new time of the plant: the clock only moves forward, because
 * the gateway stores until when it must wait.
 */
export async function resetLookUps({ plant, registry }: LookUpFixture): Promise<string> {
  const owner = createPool({ url: plant.ownerUrl, applicationName: 'look-up test owner', max: 1 });
  await owner.query('truncate look_up, registry_access, rate_counter');
  await owner.end();
  resets += 1;
  plant.clock.now = toIsoInstant(parseInstantMs(NOW) + resets * 300_000);
  registry.lookedUp.length = 0;
  plant.audit.records.length = 0;
  await registry.fault('none');
  return plant.clock.now;
}

/** Calls of the look-ups of a fixture. */
export function createLookUpCalls(getWorld: () => LookUpFixture) {
  const list = async (body: object, user = 'pagante') => {
    const answer = await getWorld().plant.call(searchLookUps, { body: body as never }, user, REASON);
    return answer.status === 200 ? LookUpPage.parse(answer.body) : answer;
  };
  return {
    run: (body: object, user = 'pagante') => getWorld().plant.call(runLookUp, { body: body as never }, user, REASON),
    list,
    listed: async (body: object, user = 'pagante') => LookUpPage.parse(await list(body, user)).objects,
    /** Advances the clock of the plant. */
    later: (hours: number): void => {
      const { clock } = getWorld().plant;
      clock.now = toIsoInstant(parseInstantMs(clock.now) + hours * 3_600_000);
    },
  };
}
