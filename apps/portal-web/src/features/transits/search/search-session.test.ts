import { describe, expect, it } from 'vitest';
import { waitUntilDone, FakePlant, NOW, createSession, waitForState, buildView } from '../../../../test/fake-plants.ts';
import { DEFAULT_FILTER } from './search-filter.ts';

describe('federated search of a list tab', () => {
  it('CONST-03 GEN-01 LIFE-01 PAG-02 merges two plants in order, fifty rows, exact total', async () => {
    const session = createSession(
      new Map([
        [1, new FakePlant(200, 0)],
        [2, new FakePlant(80, 1)],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    expect(session.getState().status).toBe('searching');
    await waitUntilDone(session);
    await waitForState(session, () => buildView(session).isTotalExact);
    const { rows, total, pageCount } = buildView(session);
    expect(rows).toHaveLength(50);
    expect(rows.map((row) => row.transit.data)).toEqual(
      rows
        .map((row) => row.transit.data)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(rows.map((row) => row.peerId))).toEqual(new Set([1, 2]));
    expect([total, pageCount]).toEqual([280, 6]);
  });

  it('PAG-04 LIFE-10 a page of eight plants takes two round trips: missing rows are requested after the first responses, totals after the rows', async () => {
    const calls: string[] = [];
    const plants = new Map(Array.from({ length: 8 }, (_, i) => [i + 1, new FakePlant(200, i)]));
    for (const plant of plants.values()) plant.onRequest = (what) => calls.push(what);
    const session = createSession(plants);
    session.run(DEFAULT_FILTER, [...plants.keys()]);
    await waitUntilDone(session);
    await waitForState(session, () => buildView(session).isTotalExact);
    expect(buildView(session).rows).toHaveLength(50);
    expect(calls.indexOf('count')).toBe(calls.lastIndexOf('page') + 1);
    for (const { requests: requested } of plants.values()) expect(requested.length).toBeLessThanOrEqual(2);
  });

  it('PAG-04 a plate one plant alone has read fills its page with one further question, while a slow plant is waited for', async () => {
    const plants = new Map(Array.from({ length: 8 }, (_, i) => [i + 1, new FakePlant(i === 4 ? 66 : 0, i)]));
    plants.get(3)?.hold();
    const session = createSession(plants);
    session.run(DEFAULT_FILTER, [...plants.keys()]);
    await waitForState(session, () => buildView(session).rows.length === 50);
    expect(plants.get(5)?.requests).toHaveLength(2);
    session.dispose();
  });

  it('FLT-25 remembers for each plant by which measured characters its search was widened, until the next search', async () => {
    const plants = new Map([
      [1, new FakePlant(3, 0)],
      [2, new FakePlant(3, 1)],
    ]);
    const misreads = { usati: [{ letta: 'N', giusta: 'M' }], esclusi: 0 };
    const [, second] = plants.values();
    if (second !== undefined) second.misreads = misreads;
    const session = createSession(plants);
    session.run(DEFAULT_FILTER, [1, 2]);
    await waitUntilDone(session);
    expect([...session.getState().misreads]).toEqual([['2', misreads]]);
    if (second !== undefined) second.misreads = undefined;
    session.run(DEFAULT_FILTER, [1, 2]);
    await waitUntilDone(session);
    expect(session.getState().misreads.size).toBe(0);
  });

  it('a slow plant delays the page of the others only briefly', async () => {
    const plants = new Map(Array.from({ length: 3 }, (_, i) => [i + 1, new FakePlant(200, i)]));
    plants.get(3)?.hold();
    const session = createSession(plants);
    session.run(DEFAULT_FILTER, [1, 2, 3]);
    await waitForState(session, () => buildView(session).rows.length === 50);
    expect(session.getState().status).toBe('searching');
    await waitForState(session, () => session.getState().counts.size === 2);
    session.dispose();
  });

  it('LIFE-10 a plant that fails does not hold the others up; retrying asks only it', async () => {
    const plants = new Map<number, FakePlant | 'broken'>([
      [1, new FakePlant(10, 0)],
      [2, 'broken'],
    ]);
    const session = createSession(plants);
    session.run(DEFAULT_FILTER, [1, 2]);
    await waitUntilDone(session);
    expect(buildView(session).rows).toHaveLength(10);
    expect(buildView(session).completeness?.counts.error).toBe(1);
    plants.set(2, new FakePlant(5, 1));
    session.retry(2);
    await waitUntilDone(session);
    expect(buildView(session).rows).toHaveLength(15);
    expect(buildView(session).completeness?.isWhole).toBe(true);
  });

  it('late rows wait for the person once the list is being read', async () => {
    const late = new FakePlant(5, 1);
    late.hold();
    const session = createSession(
      new Map([
        [1, new FakePlant(10, 0)],
        [2, late],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    await waitForState(session, () => buildView(session).rows.length === 10);
    session.freeze();
    late.release();
    await waitUntilDone(session);
    expect(buildView(session).rows).toHaveLength(10);
    expect(buildView(session).merged?.awaitingAcceptance).toEqual([{ plantId: '2', rows: 5 }]);
    session.showLateRows();
    expect(buildView(session).rows).toHaveLength(15);
  });

  it('a late plant that is picked shows its rows, whether they came before or come after', async () => {
    for (const isEarly of [true, false]) {
      const late = new FakePlant(5, 1);
      late.hold();
      const session = createSession(
        new Map([
          [1, new FakePlant(10, 0)],
          [2, late],
        ]),
      );
      session.run(DEFAULT_FILTER, [1, 2]);
      await waitForState(session, () => buildView(session).rows.length === 10);
      session.freeze();
      if (!isEarly) session.pickPlant(2);
      late.release();
      await waitUntilDone(session);
      session.pickPlant(2);
      expect(buildView(session).rows).toHaveLength(5);
      session.pickPlant(null);
      expect(buildView(session).rows).toHaveLength(15);
    }
  });

  it('LIFE-03 LIFE-04 aborting leaves no rows and no failure; a later response is ignored', async () => {
    const slow = new FakePlant(10, 0);
    slow.hold();
    const session = createSession(new Map([[1, slow]]));
    session.run(DEFAULT_FILTER, [1]);
    session.abort();
    slow.release();
    await Promise.resolve();
    expect(session.getState()).toMatchObject({ status: 'aborted', search: null });
  });

  it('LIFE-07 a page change happens only where there is one, and asks by offset with the reference time (PAG-03)', async () => {
    const plant = new FakePlant(60, 0);
    const session = createSession(new Map([[1, plant]]));
    session.run(DEFAULT_FILTER, [1]);
    await waitUntilDone(session);
    session.goToPage(0);
    expect(session.getState().page).toBe(1);
    session.goToPage(2);
    await waitForState(session, () => buildView(session).rows.length === 10);
    expect(plant.requests.at(-1)).toMatchObject({ offs: 50, ref_time: NOW, after_id: '49' });
    session.goToPage(3);
    expect(session.getState().page).toBe(2);
  });

  it('LIFE-06 sorting asks the same plants again, once, and keeps what hangs on the rows; its keys change, so it pages by offset', async () => {
    const plant = new FakePlant(60, 0);
    const session = createSession(new Map([[1, plant]]));
    session.run(DEFAULT_FILTER, [1]);
    await waitUntilDone(session);
    const { resultId } = session.getState();
    session.sortBy('count_transits');
    await waitUntilDone(session);
    expect(plant.requests).toHaveLength(2);
    expect(plant.requests.at(-1)).toMatchObject({ order_by: '+count_transits', p: 1 });
    expect(session.getState().resultId).toBe(resultId);
    session.sortBy('nonsense');
    session.sortBy('count_transits');
    await waitUntilDone(session);
    expect(plant.requests.at(-1)).toMatchObject({ order_by: '-count_transits' });
    session.goToPage(2);
    await waitForState(session, () => buildView(session).rows.length === 10);
    expect(plant.requests.at(-1)).toMatchObject({ offs: 50 });
    expect(plant.requests.at(-1)).not.toHaveProperty('after_id');
  });

  it('picking one plant shows only its rows and keeps the others', async () => {
    const session = createSession(
      new Map([
        [1, new FakePlant(10, 0)],
        [2, new FakePlant(5, 1)],
      ]),
    );
    session.run(DEFAULT_FILTER, [1, 2]);
    await waitUntilDone(session);
    session.pickPlant(2);
    expect(buildView(session).rows.map((row) => row.peerId)).toEqual([2, 2, 2, 2, 2]);
    session.pickPlant(null);
    expect(buildView(session).rows).toHaveLength(15);
  });

  it('a plant that fails after its first page keeps its rows and says so', async () => {
    const plants = new Map<number, FakePlant | 'broken'>([[1, new FakePlant(60, 0)]]);
    const session = createSession(plants);
    session.run(DEFAULT_FILTER, [1]);
    await waitUntilDone(session);
    plants.set(1, 'broken');
    session.goToPage(2);
    const answer = () => buildView(session).completeness?.plants[0]?.outcome;
    await waitForState(session, () => answer()?.state === 'partial');
    expect(answer()).toEqual({ state: 'partial', reasons: ['failed'] });
    session.goToPage(1);
    expect(buildView(session).rows).toHaveLength(50);
  });
});
