import { type EventHabit, computeEventRarity } from '@varco/domain/analysis/related-events.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { bindTranslator } from '../../lib/translate.ts';
import type { RelatedResult } from './search-related.ts';
import { RelatedResults } from './RelatedResults.tsx';

beforeEach(() => bindTranslator(createI18n('it').t));

const AT = '2026-11-20T08:00:00.000Z';
const TRAFFIC = { reads: 312, allReads: 1_284_551 };
const NO_HABIT: EventHabit = { comparedDays: 27, days: 0, reads: 0, gateShare: 0.0312, length: 1 };

/** By traffic; by place and hour; by the hour alone, over two days; too few days; habit not examined. */
const HABITS: readonly (EventHabit | null)[] = [
  NO_HABIT,
  { ...NO_HABIT, days: 9, reads: 14 },
  { ...NO_HABIT, reads: 41, length: 2 },
  { ...NO_HABIT, comparedDays: 2, days: 2, reads: 9 },
  null,
];

const COMMON_EVENT = {
  reads: 90_000,
  allReads: 100_000,
  plateReads: 400,
  matched: 2,
  habit: null,
  event: 0,
  rarity: 0.2,
};

function createResult(): RelatedResult {
  const events = HABITS.map((habit, event) => {
    const part = { ...TRAFFIC, plateReads: 37, matched: HABITS.length, habit };
    return { event, rarity: computeEventRarity(TRAFFIC, 37, HABITS.length, habit), ...part };
  });
  const window = { start: AT, end: '2026-11-20T09:00:00.000Z' };
  return {
    query: { events: HABITS.map(() => ({ gates: [], zone: null, ...window })), minEvents: 2 },
    reports: [],
    isTruncated: false,
    comparedPlates: 1_000,
    plates: [
      {
        plate: 'GK508RB',
        matchedEvents: events.length,
        events,
        plateReads: 37,
        rarity: events.reduce((sum, { rarity }) => sum + rarity, 0),
        passages: [{ peerId: 1, event: 0, gateId: 1, gate: 'Varco 1', at: AT }],
      },
      { plate: 'TA222XI', matchedEvents: 2, events: [COMMON_EVENT], plateReads: 400, rarity: 0.2, passages: [] },
    ],
  };
}

const parseShownNumber = (text = ''): number => Number(text.replaceAll('.', '').replace(',', '.'));
const SHARE = /quota ([\d.]+) su ([\d.]+); targa: ([\d.]+) letture, (\d+) eventi/;
const HABIT = /qui a quest’ora in (\d+) di (\d+) altri giorni; ([\d.]+) letture a quest’ora, quota dei varchi ([\d,]+)/;

test('REL-01 every part of the rarity, and its sum, can be worked out again from what the row shows', async () => {
  await render(<TestProviders screen={() => <RelatedResults answer={createResult()} />} />);
  await page
    .getByText(/^Perché/)
    .first()
    .click();
  await expect.element(page.getByText(/Formula eventi-2/)).toBeVisible();
  const parts = [...document.querySelectorAll('details li')].map((item) => item.textContent);
  expect(parts).toHaveLength(HABITS.length);
  let sum = 0;
  for (const [at, text] of parts.entries()) {
    const [reads = 0, all = 1, plate = 0, matched = 0] = (SHARE.exec(text) ?? []).slice(1).map(parseShownNumber);
    let expected = (plate - matched + 1) * (reads / all);
    const habit = HABIT.exec(text)?.slice(1).map(parseShownNumber);
    if (habit !== undefined) {
      const [days = 0, of = 0, then = 0, share = 0] = habit;
      const length = Number(/durata (\d+) giorni/.exec(text)?.[1] ?? 1);
      expected = Math.max(expected, (length * days) / (of + 0.5), (length * then * share) / (of + 0.5));
    }
    const rarity = -Math.log10(1 - Math.exp(-expected));
    sum += rarity;
    const shown = parseShownNumber(new RegExp(`^${at + 1} ?([\\d,]+)`).exec(text)?.[1]);
    expect([at, Math.abs(rarity - shown) < 0.006]).toEqual([at, true]);
  }
  expect(parts[3]).toContain('abitudini ignote');
  expect(parts[4]).toContain('targa troppo comune');
  const row = page.getByRole('row').nth(1).element().textContent;
  expect(row).toContain(sum.toFixed(1).replace('.', ','));
});

test('REL-01 what chance explains stands below a line that says so, whoever drives all day first', async () => {
  await render(<TestProviders screen={() => <RelatedResults answer={createResult()} />} />);
  await expect.element(page.getByText('1 targa più rara di quanto il caso spieghi fra 1.000 targhe')).toBeVisible();
  const rows = page.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/GK508RB/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Da qui in giù basta il caso/);
  await expect.element(rows.nth(3)).toMatchTextContent(/TA222XI/);
});
