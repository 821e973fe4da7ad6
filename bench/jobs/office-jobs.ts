import { expect } from '@playwright/test';
import { buildRegistryRecord } from '@varco/sim/registry-data.ts';
import { WORLD_SEED } from '../../tools/demo/layout.ts';
import { findTravellingPlate, listSeededReads } from '../../e2e/world/seeded-traffic.ts';
import { CasePage } from '../../e2e/pages/case.page.ts';
import { ListPage } from '../../e2e/pages/list.page.ts';
import type { World } from '../../e2e/world/world.ts';
import { silenceCamera } from './silence-camera.ts';
import { goToRow, goToScreen, type Job, ROW_OF_THE_CAR, SEARCH_SCREEN } from './job.ts';

const COLLEAGUE = 'a.conti';
const WATCHER = 's.bassi';
const RIGHT = /^Visure a pagamento/;

/** A car of a person, seen several times. */
function findOwnedPlate(world: World): string {
  const reads = listSeededReads(world.begunAt).filter(({ plate }) => {
    const today = world.begunAt.slice(0, 10);
    return buildRegistryRecord(WORLD_SEED, plate, today)?.owner.kind === 'person';
  });
  return findTravellingPlate(reads, { fewest: 3, most: 60 });
}

/** Jobs beside the search: the registry, cameras, rights and the log. */
export const OFFICE_JOBS: readonly Job[] = [
  {
    id: 'owner',
    title: 'look up the owner, paid',
    person: 'm.ferri',
    start: ROW_OF_THE_CAR,
    prepare: (place) => goToRow(place, findOwnedPlate(place.world)),
    run: async ({ page }, hands) => {
      await hands.press('v');
      const cards = page.getByRole('region', { name: 'Visure di questa sessione' }).locator('> section');
      await hands.waitFor(
        cards
          .filter({ hasText: 'gratuita' })
          .or(cards.filter({ hasText: 'da archivio' }))
          .first(),
      );
      await hands.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Visura a pagamento' });
      const pay = dialog.getByRole('button', { name: 'Conferma visura a pagamento' });
      await hands.waitFor(pay.and(page.locator(':enabled')));
      await hands.press('Tab');
      await hands.waitForFocus(pay);
      await hands.press('Enter');
      await hands.waitFor(cards.first().getByRole('region', { name: 'Dati anagrafici' }));
    },
  },
  {
    id: 'silent-camera',
    title: 'find a silent camera',
    person: 'amministratore',
    start: SEARCH_SCREEN,
    prepare: ({ world }) => silenceCamera(world, 'CES'),
    run: async ({ page }, hands) => {
      await goToScreen(page, hands, 'sala', 'Sala operativa');
      const table = page.getByRole('table', { name: 'Telecamere mute' });
      await hands.waitFor(table.getByRole('row').nth(1));
      await hands.press('c');
      await hands.waitFor(page.locator('[tabindex="-1"]:focus').filter({ has: table }));
      await expect(table.getByRole('row').nth(1)).toBeInViewport();
    },
  },
  {
    id: 'right',
    title: 'give a colleague a right',
    person: 'm.ferri',
    start: SEARCH_SCREEN,
    prepare: async () => undefined,
    run: async ({ page }, hands) => {
      await goToScreen(page, hands, 'utenti', 'Impianti: utenti');
      const grid = page.getByRole('grid', { name: /./ }).last();
      await hands.waitFor(grid.getByRole('row', { name: new RegExp(COLLEAGUE) }));
      await hands.press('q');
      await hands.type(COLLEAGUE);
      await hands.waitForEnd(grid.getByRole('row', { name: /g\.serra/ }));
      await hands.press('Enter');
      await hands.waitForFocus(grid.getByRole('row', { name: new RegExp(COLLEAGUE) }));
      await hands.press('Enter');
      const form = page.getByRole('dialog', { name: /^Utente / });
      await hands.waitForFocus(form.getByRole('switch', { name: /^Gestione utenti/ }));
      await hands.press('Tab', 'Tab', 'Tab');
      const right = form.getByRole('switch', { name: RIGHT });
      await hands.waitForFocus(right);
      await hands.press('Space', 'Control+s');
      await hands.waitFor(page.getByText(new RegExp(`utente ${COLLEAGUE} aggiornato`)));
    },
  },
  {
    id: 'who-looked',
    title: 'see who looked at a plate',
    person: 'c.serra',
    reason: 'Controllo delle consultazioni',
    start: SEARCH_SCREEN,
    prepare: async ({ world, openOther }) => {
      const page = await openOther(WATCHER);
      await new CasePage(page).stateReason('7719/2026');
      const list = new ListPage(page);
      await list.find(findOwnedPlate(world));
      await list.expectSettled();
    },
    run: async ({ world, page }, hands) => {
      await goToScreen(page, hands, 'controllo', 'Controllo delle consultazioni');
      await hands.waitFor(page.getByRole('heading', { name: 'Che cosa vuoi controllare?' }));
      await hands.press('q');
      await hands.type(findOwnedPlate(world));
      await hands.press('Enter');
      const rows = page.getByRole('grid', { name: 'Voci del registro' }).getByRole('row');
      await hands.waitFor(rows.filter({ hasText: WATCHER }).filter({ hasText: 'Ricerca di transiti' }).first());
    },
  },
];
