import { Transit } from '@varco/contract/plant/transit.ts';
import { TransitPage } from '@varco/contract/plant/transits.ts';
import { afterEach, expect, it } from 'vitest';
import { createTransit } from '../../../../test/create-transit.ts';
import { buildView, createSession, FakePlant, waitForState, waitUntilDone } from '../../../../test/fake-plants.ts';
import { createCredential } from '../../../../test/plant-sessions.ts';
import { clearPlants, patchPlant, setPlants, usePlants } from '../../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../../lib/plants/use-plants.ts';
import { DEFAULT_FILTER } from './search-filter.ts';

afterEach(clearPlants);

/** A plant that answers what its wire format allows, through JSON as in the browser. */
class WirePlant extends FakePlant {
  override async page(...asked: Parameters<FakePlant['page']>): Promise<TransitPage> {
    return TransitPage.parse(JSON.parse(JSON.stringify(await super.page(...asked))));
  }
}

it('ENT-01 a row has the identity and place of its transit, and id, label and address of the plant it came from', async () => {
  const place = { nazione: 'I', provincia: 'FC', comune: 'Cesena', data: '2026-11-20T12:00:00.000Z' } as const;
  const gate = { varco: 'V03 Via Emilia', varco_id: 3, direction: 2, class: 'car' } as const;
  const sent = { targa: 'ZC003AM', ...place, ...gate } as const;
  const plants = new Map([4, 9].map((peerId) => [peerId, new WirePlant(0, 0)]));
  const [first, second] = [plants.get(4), plants.get(9)];
  if (first === undefined || second === undefined) throw new Error('no plant');
  // Two plants may give the same id to different transits.
  first.rows = [createTransit(7, sent)];
  second.rows = [createTransit(7, { ...sent, targa: 'ZC004AM', data: '2026-11-20T11:00:00.000Z' })];
  setPlants(
    new Map([
      ['c4', createCredential({ label: 'Cesena', url: 'https://cesena.example' })],
      ['c9', createCredential({ label: 'Forlì', url: 'https://forli.example' })],
    ]),
    [],
  );
  patchPlant('c4', { peerId: 4 });
  patchPlant('c9', { peerId: 9 });

  const session = createSession(plants);
  session.run(DEFAULT_FILTER, [4, 9]);
  await waitUntilDone(session);
  await waitForState(session, () => buildView(session).rows.length === 2);

  const rows = buildView(session).rows.map(({ key, peerId, transit }) => {
    const plant = [...usePlants.getState().plants.values()].find((one) => one.peerId === peerId);
    if (plant === undefined) throw new Error(`no plant ${peerId}`);
    return { key, peerId, peerLabel: getPlantLabel(plant), peerUrl: plant.origin, transit };
  });
  expect(rows).toMatchObject([
    { peerId: 4, peerLabel: 'Cesena', peerUrl: 'https://cesena.example', transit: { id: first.rows[0]?.id, ...sent } },
    { peerId: 9, peerLabel: 'Forlì', peerUrl: 'https://forli.example', transit: { targa: 'ZC004AM' } },
  ]);
  expect(rows[0]?.transit.id).toBe(rows[1]?.transit.id);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  session.dispose();
});

it.each(['id', 'targa', 'data', 'varco', 'varco_id', 'direction', 'class', 'nazione', 'provincia', 'comune'])(
  'ENT-01 a transit without %s is refused',
  (field) => {
    const whole = createTransit(1, {});
    expect(Transit.safeParse(whole).success).toBe(true);
    expect(
      Transit.safeParse(Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))).success,
    ).toBe(false);
  },
);
