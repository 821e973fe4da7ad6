import { QueryClientProvider } from '@tanstack/react-query';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { hiddenNews, hideNews } from '../../lib/preferences/hidden-news.ts';
import { newsQuery } from './news.api.ts';
import { NewsPopup } from './NewsPopup.tsx';

const USER = '00000000-0000-4000-8000-000000000001';
const item = (id: number, change: Partial<Announcement> = {}): Announcement => ({
  id,
  title: `Notizia ${id}`,
  text: `Testo ${id}`,
  publish: true,
  published: '2026-11-20T08:00:00.000Z',
  created: '2026-11-20T08:00:00.000Z',
  updated: '2026-11-20T08:00:00.000Z',
  ...change,
});

beforeEach(() => localStorage.clear());
afterEach(() => queryClient.clear());

async function open(items: readonly Announcement[]) {
  queryClient.setQueryData(newsQuery.queryKey, items);
  return render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">
        <QueryClientProvider client={queryClient}>
          <NewsPopup userUuid={USER} />
          <p>lavoro</p>
        </QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>,
  );
}
const dialog = () => page.getByRole('dialog', { name: 'Notizie' });

test('NEWS-01 NEWS-05 what is published is shown, drafts are not; markup is text', async () => {
  await open([item(1, { text: '<b>grassetto</b>' }), item(2, { publish: false })]);
  await expect.element(dialog()).toMatchTextContent(/Notizia 1.*<b>grassetto<\/b>/);
  expect(dialog().element().textContent).not.toContain('Notizia 2');
  await userEvent.click(dialog().getByRole('button', { name: 'Chiudi' }).last());
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  // Closed is not hidden: it appears again at the next sign-in.
  expect(hiddenNews(USER).size).toBe(0);
});

test('NEWS-03 what was hidden stays hidden for this person in this browser; nothing left: no popup', async () => {
  const shown = await open([item(1), item(2), item(3)]);
  await userEvent.click(page.getByRole('button', { name: 'Non mostrare più «Notizia 2»' }));
  await expect.poll(() => dialog().element().textContent).not.toContain('Notizia 2');
  expect(JSON.parse(localStorage.getItem(`varco.hidden-news.${USER}`) ?? '')).toEqual([2]);
  await shown.unmount();
  const again = await open([item(1), item(2)]);
  await expect.element(dialog()).toMatchTextContent(/Notizia 1/);
  expect(dialog().element().textContent).not.toContain('Notizia 2');
  await userEvent.click(page.getByRole('button', { name: 'Non mostrare più', exact: true }));
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  await again.unmount();
  await open([item(1), item(2)]);
  await expect.element(page.getByText('lavoro')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('NEWS-03 the list of another person is another; what makes no sense counts as nothing', () => {
  hideNews(USER, [7]);
  expect(hiddenNews('00000000-0000-4000-8000-000000000002').size).toBe(0);
  localStorage.setItem(`varco.hidden-news.${USER}`, '{"a":1}');
  expect(hiddenNews(USER).size).toBe(0);
  localStorage.setItem(`varco.hidden-news.${USER}`, '[1,"2",null,3.5]');
  expect([...hiddenNews(USER)]).toEqual([1]);
});
