import type { RunLookUpBody } from '@varco/contract/plant/look-ups.ts';
import type { LookUpRecord } from '@varco/contract/registry/look-up.ts';
import type { z } from 'zod';
import { MINISTRY, startTestRegistry, VPN, type TestRegistry } from './test-ministry.ts';
import { NOW, PLANT, startTestPlant, type TestPlant, type TestPlantOptions } from './test-plant.ts';

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
  const settings = { url: registry.url, vpn: VPN, ministry: MINISTRY, budgetPerMinute: 100_000, timeoutMs };
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
