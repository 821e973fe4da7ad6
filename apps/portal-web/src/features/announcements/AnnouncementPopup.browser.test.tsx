import { QueryClientProvider } from '@tanstack/react-query';
import type { Announcement } from '@varco/contract/portal/announcements.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { readHiddenAnnouncements, hideAnnouncements } from '../../lib/preferences/hidden-announcements.ts';
import { announcementsQuery } from './announcements.api.ts';
import { AnnouncementPopup } from './AnnouncementPopup.tsx';

const USER = '00000000-0000-4000-8000-000000000001';
const createAnnouncementItem = (id: number, change: Partial<Announcement> = {}): Announcement => ({
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

async function renderPopup(items: readonly Announcement[]) {
  queryClient.setQueryData(announcementsQuery.queryKey, items);
  return render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">
        <QueryClientProvider client={queryClient}>
          <AnnouncementPopup userUuid={USER} />
          <p>lavoro</p>
        </QueryClientProvider>
      </ThemeProvider>
    </I18nProvider>,
  );
}
const getDialog = () => page.getByRole('dialog', { name: 'Notizie' });

test('NEWS-01 NEWS-05 what is published is shown, drafts are not; markup is text', async () => {
  await renderPopup([
    createAnnouncementItem(1, { text: '<b>grassetto</b>' }),
    createAnnouncementItem(2, { publish: false }),
  ]);
  await expect.element(getDialog()).toMatchTextContent(/Notizia 1.*<b>grassetto<\/b>/);
  expect(getDialog().element().textContent).not.toContain('Notizia 2');
  await userEvent.click(getDialog().getByRole('button', { name: 'Chiudi' }).last());
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  // Closed is not hidden: it appears again at the next sign-in.
  expect(readHiddenAnnouncements(USER).size).toBe(0);
});

test('NEWS-03 what was hidden stays hidden for this person in this browser; nothing left: no popup', async () => {
  const shown = await renderPopup([createAnnouncementItem(1), createAnnouncementItem(2), createAnnouncementItem(3)]);
  await userEvent.click(page.getByRole('button', { name: 'Non mostrare più «Notizia 2»' }));
  await expect.poll(() => getDialog().element().textContent).not.toContain('Notizia 2');
  expect(JSON.parse(localStorage.getItem(`varco.hidden-news.${USER}`) ?? '')).toEqual([2]);
  await shown.unmount();
  const again = await renderPopup([createAnnouncementItem(1), createAnnouncementItem(2)]);
  await expect.element(getDialog()).toMatchTextContent(/Notizia 1/);
  expect(getDialog().element().textContent).not.toContain('Notizia 2');
  await userEvent.click(page.getByRole('button', { name: 'Non mostrare più', exact: true }));
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
  await again.unmount();
  await renderPopup([createAnnouncementItem(1), createAnnouncementItem(2)]);
  await expect.element(page.getByText('lavoro')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('NEWS-03 the list of another person is another; what makes no sense counts as nothing', () => {
  hideAnnouncements(USER, [7]);
  expect(readHiddenAnnouncements('00000000-0000-4000-8000-000000000002').size).toBe(0);
  localStorage.setItem(`varco.hidden-news.${USER}`, '{"a":1}');
  expect(readHiddenAnnouncements(USER).size).toBe(0);
  localStorage.setItem(`varco.hidden-news.${USER}`, '[1,"2",null,3.5]');
  expect([...readHiddenAnnouncements(USER)]).toEqual([1]);
});
