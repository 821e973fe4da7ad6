import { QueryClientProvider } from '@tanstack/react-query';
import type { ReviewCase, ReviewDetail } from '@varco/contract/plant/review.ts';
import { computePoints } from '@varco/domain/review/review-rules.ts';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { queryClient } from '../../../lib/query-client.ts';
import { listMonths } from './review-text.ts';
import { CaseDetail } from './ReviewPanel.tsx';
import { ReviewResults } from './ReviewResults.tsx';

afterEach(() => queryClient.clear());

const renderWith = (content: ReactElement, language: 'it' | 'en' = 'it') =>
  render(
    <TestProviders
      language={language}
      screen={() => <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>}
    />,
  );

const createCase = (person: number, more: Partial<ReviewCase> = {}): ReviewCase => ({
  ...{ month: '2026-10', person: `00000000-0000-4000-8000-00000000000${person}`, name: `persona${person}` },
  ...{ job: 'fdo pattuglie', looks: 40, score: 64, flagged: true, drawn: false, own: false, state: 'open' },
  rules: [{ rule: 'same_plate', points: 64 }],
  ...more,
});

const DETAIL: ReviewDetail = {
  case: createCase(1, { score: 64 + 4 }),
  findings: [
    {
      ...{ rule: 'same_plate', points: 64, plate: 'VT482MA', total: 12, entries: [{ epoch: 1, seq: 7 }] },
      numbers: { n: 14, days: 12, alone: 5, cases: 2 },
    },
    {
      ...{ rule: 'beyond_peers', points: computePoints('beyond_peers', 2.5), plate: null, total: 0, entries: [] },
      numbers: { n: 2.5, own: 50, peers: 20 },
    },
  ],
  entries: [
    {
      ...{
        epoch: 1,
        seq: 7,
        at: '2026-10-03T10:15:00.000Z',
        action: 'transits.search',
        outcome: 'ok',
        count: 1,
        bytes: null,
      },
      actor: { kind: 'user', id: null, name: 'persona1', group: null, level: null },
      ...{ from: { ip: null, client: null }, reason: { code: 'x', case: '7/2026', text: 'verifica' }, hash: 'h' },
      detail: { filter: { f_targa: 'VT482MA' } },
    },
  ],
  steps: [{ id: 3, kind: 'ask', note: 'Per quale fatto?', by: 'garante', at: '2026-11-02T09:00:00.000Z' }],
};

const showDetail = (language: 'it' | 'en' = 'it') =>
  renderWith(
    <CaseDetail
      detail={DETAIL}
      source="c1"
      onDecided={vi.fn<(detail: ReviewDetail) => void>()}
      onReread={vi.fn<() => void>()}
    />,
    language,
  );

test('each rule is a sentence with its numbers, the sum that gives its points, and the entries it rests on', async () => {
  await showDetail();
  await expect
    .element(page.getByText(/VT482MA guardata in 12 giorni.*5 senza guardare altro e 2 con un numero/))
    .toBeVisible();
  await expect.element(page.getByText('8 × (14 − 4), al più 64')).toBeVisible();
  await expect.element(page.getByText('8 × (2,5 − 2), al più 24')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Somma dei punti: 68' })).toBeVisible();
  await page.getByText('Voci su cui si fonda: 1 di 12').click();
  await expect
    .element(page.getByRole('row', { name: /Ricerca di transiti · VT482MA 7\/2026 · verifica/ }))
    .toBeVisible();
  await expect.element(page.getByText(/garante/)).toBeVisible();
});

test('in English the same numbers', async () => {
  await showDetail('en');
  await expect.element(page.getByText(/VT482MA looked at on 12 days/)).toBeVisible();
  await expect.element(page.getByText('8 × (2.5 − 2), at most 24')).toBeVisible();
});

test('a key chooses the decision and leads to the note; without one nothing can be saved', async () => {
  await showDetail();
  const save = page.getByRole('button', { name: 'Salva la decisione' });
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard('2');
  const note = page.getByLabelText('Domanda, come la leggerà la persona');
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard('Per quale');
  await expect.element(save).toBeDisabled();
  await userEvent.keyboard(' fatto 1');
  await expect.element(save).toBeEnabled();
  // The digit was text, not a choice.
  await expect
    .element(page.getByRole('button', { name: 'Chiedi alla persona' }))
    .toHaveAttribute('aria-pressed', 'true');
});

test('cases of all plants in one list, highest first; nobody sees or opens their own', async () => {
  await page.viewport(1_400, 800);
  const rows = [
    { source: 'c1', found: createCase(1, { score: 40 }) },
    { source: 'c2', found: createCase(2, { score: 88, drawn: true, state: 'answered' }) },
    { source: 'c1', found: createCase(3, { own: true, score: null, rules: [] }) },
  ];
  const sources = new Map([
    ['c1', 'Cesena'],
    ['c2', 'Forlì'],
  ]);
  await renderWith(<ReviewResults cases={rows} sources={sources} />);
  const grid = page.getByRole('grid', { name: 'Casi da rivedere' });
  await expect
    .element(grid.getByRole('row', { name: /^88.*persona2.*una targa, ancora e ancora 64 · sorteggiato/ }))
    .toBeVisible();
  expect(
    grid
      .getByRole('row')
      .elements()
      .map((row) => row.textContent.match(/persona\d/)?.[0]),
  ).toEqual([...[undefined, 'persona2', 'persona1', 'persona3']]);
  await expect.element(grid.getByRole('row', { name: /^–.*persona3.*È il tuo: lo rivede un altro/ })).toBeVisible();
  await grid.getByRole('row').nth(3).click();
  await expect.element(grid.getByRole('row').nth(3)).toHaveAttribute('aria-selected', 'true');
  expect(page.getByRole('group', { name: 'Caso di revisione' }).elements()).toHaveLength(0);
});

test('months go back a year, over the turn of the year', () => {
  expect(listMonths('2026-02-11').slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(listMonths('2026-02-11')).toHaveLength(13);
});
