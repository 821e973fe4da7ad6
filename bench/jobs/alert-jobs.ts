import { createPool } from '@varco/server-kit/database/pool.ts';
import { insertBlacklistRow } from '../../apps/plant-server/src/testing/list-rows.ts';
import { sendRead } from '../../e2e/world/camera.ts';
import { getDatabaseUrl } from '../../e2e/world/processes.ts';
import type { World } from '../../e2e/world/world.ts';
import { listSeededReads } from '../../e2e/world/seeded-traffic.ts';
import { goToRow, goToScreen, isWholePlate, type Job, type JobPlace, ROW_OF_THE_CAR, SEARCH_SCREEN } from './job.ts';

const PLANT = 'CES';
/** A plate that no traffic of the demo has. */
const ALERT_PLATE = 'ZJ417AA';
const PATROL = 'Volante 3';
const COLLEAGUE = 's.bassi';

/** Plate that was seen at the first plant and that the job puts on the lists. */
function findUnlistedPlate(world: World): string {
  const read = listSeededReads(world.begunAt, [PLANT]).findLast(({ plate }) => isWholePlate(plate));
  if (read === undefined) throw new Error('The demo has no such plate.');
  return read.plate;
}

/** A listed plate passes in front of a camera of the plant. */
async function raiseAlert({ world }: JobPlace): Promise<void> {
  const { url } = world.plant(PLANT);
  const pool = createPool({
    url: getDatabaseUrl(world.pid, new URL(url).port),
    applicationName: 'varco jobs',
    max: 1,
  });
  try {
    await insertBlacklistRow(pool, ALERT_PLATE, { note: 'Furti in abitazione' });
  } finally {
    await pool.end();
  }
  if (!(await sendRead(url, world.keysOf(PLANT).camera, ALERT_PLATE))) throw new Error('The read was refused.');
}

/** Jobs about lists, alerts, and the people who hand them over. */
export const ALERT_JOBS: readonly Job[] = [
  {
    id: 'lists',
    title: 'put it on the lists of three plants',
    person: 'm.ferri',
    start: ROW_OF_THE_CAR,
    prepare: async (place) => {
      await goToRow(place, findUnlistedPlate(place.world), PLANT);
    },
    run: async ({ world, page }, hands) => {
      await hands.press('b');
      const dialog = page.getByRole('dialog', { name: 'Inserisci blacklist' });
      const field = dialog.getByRole('combobox', { name: 'Impianti' });
      await hands.waitForFocus(field);
      for (const code of ['FOR', 'RAV']) {
        const { label } = world.plant(code);
        await hands.type(label.slice(0, 3));
        await hands.waitFor(page.getByRole('option', { name: label }));
        await hands.press('Enter');
        await hands.waitFor(dialog.locator('[data-with-remove], .mantine-Pill-root', { hasText: label }));
      }
      await hands.press('Control+s');
      // The notices first: the dialog stays until the slow plant has answered, and that of a fast one may have gone by then.
      for (const code of [PLANT, 'FOR', 'RAV'])
        await hands.waitFor(
          page.getByText(new RegExp(`^${world.plant(code).label}: .* inserita in blacklist`)).first(),
        );
      await hands.waitForEnd(dialog);
    },
  },
  {
    id: 'alert',
    title: 'act on its alert',
    person: 'm.ferri',
    start: SEARCH_SCREEN,
    prepare: async (place) => {
      await raiseAlert(place);
      await place.page.getByRole('button', { name: /^Allarmi dal vivo: \d+ nuov/ }).waitFor();
    },
    run: async ({ page }, hands) => {
      const feed = page.getByRole('region', { name: 'Allarmi dal vivo' });
      await hands.press('g', 'a');
      await hands.waitFor(feed.getByRole('button', { name: new RegExp(ALERT_PLATE) }).first());
      await hands.press('j');
      const card = feed.getByRole('article', { name: 'Allarme Blacklist' });
      await hands.waitForFocus(card);
      await hands.press('t');
      await hands.waitFor(card.getByText(/^In carico a te dalle/));
      await hands.press('v');
      await hands.waitFor(card.getByText(/^Targa verificata da/));
      await hands.press('p');
      await hands.waitForFocus(card.getByRole('textbox', { name: 'Pattuglia' }));
      await hands.type(PATROL);
      await hands.press('Enter');
      await hands.waitFor(card.getByText(new RegExp(`^Pattuglia ${PATROL}: inviata da`)));
    },
  },
  {
    id: 'hand-over',
    title: 'hand over the shift, signed by the next person',
    person: 'm.ferri',
    start: SEARCH_SCREEN,
    prepare: async () => undefined,
    run: async ({ page, openOther }, hands) => {
      await goToScreen(page, hands, 'consegna', 'Consegna del turno');
      const button = page.getByRole('button', { name: 'Consegna il turno' }).and(page.locator(':enabled'));
      await hands.waitFor(button);
      await hands.press('n');
      const give = page.getByRole('dialog', { name: 'Consegna il turno' });
      const to = give.getByRole('combobox', { name: 'A chi' });
      await hands.waitForFocus(to);
      await hands.type(COLLEAGUE);
      await hands.waitFor(page.getByRole('option', { name: `(${COLLEAGUE})` }));
      await hands.press('Enter', 'Control+s');
      await hands.waitFor(page.getByText(/^La tua consegna a Sandro Bassi/));

      const incoming = await hands.pause(() => openOther(COLLEAGUE));
      await hands.useOn(incoming);
      await goToScreen(incoming, hands, 'consegna', 'Consegna del turno');
      await hands.waitFor(incoming.getByRole('button', { name: /^Leggi e firma/ }));
      await hands.press('s');
      const record = incoming.getByRole('dialog', { name: 'Consegna del turno' });
      const sign = record.getByRole('button', { name: 'Ho letto e firmo' });
      await hands.waitFor(sign.and(incoming.locator(':enabled')));
      await hands.press('Shift+Tab');
      await hands.waitForFocus(sign);
      await hands.press('Enter');
      await hands.waitFor(record.getByText(/^firmata da Sandro Bassi/).first());
    },
  },
];
