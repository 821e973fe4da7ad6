import type { Page } from '@playwright/test';
import type { ListPage } from '../../e2e/pages/list.page.ts';
import type { World } from '../../e2e/world/world.ts';
import type { CountedKeyboard } from './counted-keyboard.ts';

/** What a job finds on its way: the demo, the page of the person who does it, and hands that count. */
export interface JobPlace {
  readonly world: World;
  readonly page: Page;
  readonly list: ListPage;
  /** Signs another person in, in a browser of their own; not counted. */
  readonly openOther: (user: string) => Promise<Page>;
}

/** One job of a day. */
export interface Job {
  readonly id: string;
  readonly title: string;
  /** Beginning of the user name of the demo's person who does it. */
  readonly person: string;
  /** Reason of the consultation when it is another one than a police investigation. */
  readonly reason?: string;
  /** Where the person is when the job begins. */
  readonly start: string;
  /** Brings the page to that point and makes what must exist; not counted. */
  readonly prepare: (place: JobPlace) => Promise<void>;
  /** The job by keyboard alone. It ends when its result is on the screen, and fails when that does not come. */
  readonly run: (place: JobPlace, hands: CountedKeyboard) => Promise<void>;
}

export const SEARCH_SCREEN = 'search screen';
export const ROW_OF_THE_CAR = 'row of the car';

/** A plate that is read to its end. */
const WHOLE_PLATE = /^[A-Y]{2}\d{3}[A-Z]{2}$/;

/** True for a plate without unknown characters that no other part of the demo sends. */
export const isWholePlate = (plate: string): boolean => WHOLE_PLATE.test(plate);

/**
 * Searches the whole archive for a plate until its first row has the focus; not counted.
 * @param code the first row of this plant; without it of any, and the car may have passed another one last
 */
export async function goToRow({ list, page }: JobPlace, plate: string, code = ''): Promise<void> {
  await list.find(plate);
  await list.expectSettled();
  // By the cell, because in the text of a row the cell before runs into it.
  const cell = page.getByRole('gridcell', { name: new RegExp(`^${code} `) });
  const rows = code === '' ? list.rows : list.rows.filter({ has: cell });
  await rows.first().focus();
  await page.locator('tr:focus, [role=row]:focus').waitFor();
}

/** Opens a screen by its name in the palette. */
export async function goToScreen(page: Page, hands: CountedKeyboard, typed: string, title: string): Promise<void> {
  await hands.press('Control+k');
  await hands.waitForFocus(page.getByRole('dialog', { name: 'Comandi' }).getByRole('combobox'));
  await hands.type(typed);
  await hands.waitFor(page.getByRole('option', { name: title, exact: true, selected: true }));
  await hands.press('Enter');
}
