import { randomUUID } from 'node:crypto';
import type { CallInput } from '@varco/contract/endpoint.ts';
import * as api from '@varco/contract/plant/person-requests.ts';
import * as restrictions from '@varco/contract/plant/person-restrictions.ts';
import { parseInstantMs, toIsoInstant } from '@varco/domain/time/rome.ts';
import type { InjectResponse } from '@varco/server-kit/testing/inject-json.ts';
import type { NewRead } from '../features/ingest/new-read.ts';
import {
  buildUserSeed,
  NOW,
  PLANT,
  startTestPlant,
  type TestPlant,
  type TestPlantOptions,
  USERS,
} from './test-plant.ts';

/** No force, level 3: the right depends on nothing but the group. */
export const OFFICER = 'garante';
export const TODAY = NOW.slice(0, 10);

/** A plant with a person who works requests off. */
export const startRequestPlant = (options: TestPlantOptions = {}): Promise<TestPlant> =>
  startTestPlant(
    {
      groups: [...PLANT.groups, { id: 8, name: 'ufficio privacy', level: 3, handlesRequests: true }],
      users: [...USERS, buildUserSeed(60, OFFICER, 8, { fullname: 'Elena Prova' })],
    },
    { renewsTokens: true, ...options },
  );

let minutes = 0;
/** A passage some minutes before now, always another minute. */
export const passage = (plate: string, more: Partial<NewRead> = {}): NewRead => {
  minutes += 1;
  return { gate: 1, plate, at: toIsoInstant(parseInstantMs(NOW) - minutes * 60_000), ...more };
};
let plates = 0;
/** A plate of its own for every test, because the transits of others stay. */
export const nextPlate = (): string => `ZX${String((plates += 1)).padStart(3, '0')}YY`;

export type EnteredBody = CallInput<typeof api.addPersonRequest>['body'];
const ENTERED: EnteredBody = {
  lotto: '00000000-0000-4000-8000-00000000beef',
  riferimento: 'Prot. 12/2026',
  tipo: 'access',
  regime: 'gdpr',
  nome: 'Chiara Inventata',
  recapito: 'Via Finta 1, Prova',
  targa: 'ZA482HC',
  nazione: '',
  dal: '2026-11-01',
  al: TODAY,
  prova_periodo: 'carta di circolazione',
  ricevuta_il: TODAY,
};

/** A request of a response. Throws when the call failed. */
export const parseRequest = ({ body }: InjectResponse): api.PersonRequest => api.PersonRequest.parse(body);

/** The calls about requests of people, by the officer unless another name is given. */
export function createRequestClient(plant: () => TestPlant) {
  const add = (more: Partial<EnteredBody> = {}, who = OFFICER) =>
    plant().call(api.addPersonRequest, { body: { ...ENTERED, lotto: randomUUID(), ...more } }, who);
  const prove = (id: string, who = OFFICER) =>
    plant().call(api.provePersonIdentity, { params: { id }, body: { prova: 'carta di identità' } }, who);
  const search = (id: string, who = OFFICER) => plant().call(api.searchPersonRequest, { params: { id } }, who);
  const letter = (id: string, who = OFFICER) => plant().call(api.writePersonLetter, { params: { id } }, who);
  return {
    ...{ add, prove, search, letter },
    /** A request whose identity is proven. */
    addProven: async (more: Partial<EnteredBody> = {}) => parseRequest(await prove(parseRequest(await add(more)).id)),
    find: async (id: string) => api.searchPersonRequest.response.parse((await search(id)).body),
    erase: (id: string, transiti: number, who = OFFICER) =>
      plant().call(api.erasePersonData, { params: { id }, body: { transiti } }, who),
    restrict: (id: string, transiti: number, who = OFFICER) =>
      plant().call(restrictions.restrictPersonData, { params: { id }, body: { transiti } }, who),
    announce: (id: string, who = OFFICER) =>
      plant().call(restrictions.announceLift, { params: { id }, body: { motivo: 'dati verificati' } }, who),
    lift: (id: string, transiti: number, who = OFFICER) =>
      plant().call(restrictions.liftRestriction, { params: { id }, body: { transiti } }, who),
    notice: (id: string, who = OFFICER) => plant().call(restrictions.writeRestrictionNotice, { params: { id } }, who),
    extend: (id: string, who = OFFICER) =>
      plant().call(api.extendPersonRequest, { params: { id }, body: { motivo: 'molti varchi' } }, who),
    end: (
      id: string,
      stato: 'answered' | 'refused' | 'withdrawn' = 'answered',
      motivo: api.RefusalGround | null = null,
      who = OFFICER,
    ) =>
      plant().call(
        api.endPersonRequest,
        { params: { id }, body: { stato, motivo_rifiuto: motivo, decisione: 'decisa' } },
        who,
      ),
    readLetter: async (id: string) => api.writePersonLetter.response.parse((await letter(id)).body),
    list: async (who = OFFICER) =>
      api.listPersonRequests.response.parse((await plant().call(api.listPersonRequests, {}, who)).body).objects,
  };
}
