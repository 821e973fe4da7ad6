import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { Rail, type RailSection } from './Rail.tsx';

const SECTIONS: readonly RailSection[] = [
  {
    id: 'work',
    label: 'Lavoro',
    items: Array.from({ length: 20 }, (_, at) => ({
      id: `/p${at}`,
      label: `Pagina ${at}`,
      icon: 'list',
      href: `/p${at}`,
    })),
  },
];
const skip = (): void => undefined;
const createRail = (activeId: string) => (
  <TestProviders
    screen={() => (
      <div style={{ display: 'flex', height: 240 }}>
        <Rail sections={SECTIONS} activeId={activeId} isCollapsed={false} onToggle={skip} onNavigate={skip} />
      </div>
    )}
  />
);

const isShown = (name: string): boolean => {
  const entry = page.getByRole('link', { name, exact: true }).element().getBoundingClientRect();
  const rail = page.getByRole('navigation').element().getBoundingClientRect();
  return entry.top >= rail.top && entry.bottom <= rail.bottom;
};

test('on a low window the rail shows the entry of the page that is open', async () => {
  const { unmount } = await render(createRail('/p0'));
  await expect.element(page.getByRole('link', { name: 'Pagina 0', exact: true })).toBeVisible();
  expect([isShown('Pagina 0'), isShown('Pagina 19')]).toEqual([true, false]);
  await unmount();
  await render(createRail('/p19'));
  await expect.element(page.getByRole('link', { name: 'Pagina 19', exact: true })).toBeVisible();
  expect([isShown('Pagina 0'), isShown('Pagina 19')]).toEqual([false, true]);
});
