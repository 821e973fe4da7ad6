import { MantineProvider } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { act, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { formatCappedCount } from './CountBadge.tsx';
import { EmptyState } from './EmptyState.tsx';
import { LazyImage } from './LazyImage.tsx';
import { Pager } from './Pager.tsx';
import { RowMenu } from './RowMenu.tsx';
import { WaitingOverlay } from './WaitingOverlay.tsx';

afterEach(() => void vi.useRealTimers());

function TestPage(props: { children: ReactNode }): ReactElement {
  return <MantineProvider>{props.children}</MantineProvider>;
}

function PagerOfTen(props: { onPage: (page: number) => void }): ReactElement {
  const [current, setCurrent] = useState(1);
  return (
    <TestPage>
      <Pager
        page={current}
        pageCount={10}
        onPage={(next) => {
          setCurrent(next);
          props.onPage(next);
        }}
        labels={{ label: 'Pages', previous: 'Previous', next: 'Next', page: (number) => `Page ${number}` }}
      />
    </TestPage>
  );
}

describe('Pager', () => {
  test('WID-01 previous, next, first and last work and the current page is marked', async () => {
    const pages: number[] = [];
    await render(<PagerOfTen onPage={(number) => pages.push(number)} />);
    await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Next' }));
    await userEvent.click(page.getByRole('button', { name: 'Page 10' }));
    await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Previous' }));
    await expect.element(page.getByRole('button', { name: 'Page 9' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(page.getByRole('button', { name: 'Page 1', exact: true }));
    expect(pages).toEqual([2, 10, 9, 1]);
  });
});

function MenuHarness(props: { onEvent: (text: string) => void }): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const item = (
    id: string,
    keyName: string,
    disabledReason: string | null = null,
  ): Parameters<typeof RowMenu>[0]['items'][number] => ({
    id,
    label: id,
    keyName,
    disabledReason,
    onSelect: () => props.onEvent(id),
  });
  return (
    <TestPage>
      <div data-density="compact" data-testid="scroller" style={{ height: 100, overflow: 'auto' }}>
        <div style={{ height: 900 }}>
          <button type="button" onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}>
            dots
          </button>
        </div>
      </div>
      <input aria-label="elsewhere" />
      {anchor !== null && (
        <RowMenu
          anchor={anchor}
          label="Actions"
          items={[item('detail', 'D'), item('history', 'S'), item('blacklist', 'B', 'no rights')]}
          onClose={() => setAnchor(null)}
        />
      )}
    </TestPage>
  );
}

describe('RowMenu', () => {
  const menu = () => page.getByRole('menu');

  async function opened(): Promise<string[]> {
    const log: string[] = [];
    await render(<MenuHarness onEvent={(text) => log.push(text)} />);
    await userEvent.click(page.getByRole('button', { name: 'dots' }));
    await expect.element(menu()).toBeVisible();
    return log;
  }

  test('TBL-14 closes on an item, on its letter and on Esc', async () => {
    const log = await opened();
    await userEvent.click(page.getByRole('menuitem', { name: 'detail' }));
    await expect.element(menu()).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'dots' }));
    await userEvent.keyboard('s');
    await expect.element(menu()).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'dots' }));
    await userEvent.keyboard('{Escape}');
    await expect.element(menu()).not.toBeInTheDocument();
    expect(log).toEqual(['detail', 'history']);
  });

  test('an item that cannot be used stays in sight, can be reached, and does nothing', async () => {
    const log = await opened();
    await userEvent.keyboard('b');
    await userEvent.keyboard('{End}{Enter}');
    await expect.element(menu()).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'blacklist' })).toHaveAttribute('title', 'no rights');
    expect(log).toEqual([]);
  });

  test('TBL-15 closes 100 ms after the focus leaves, not at once', async () => {
    await opened();
    const field = document.querySelector('input');
    const before = performance.now();
    field?.focus();
    expect(document.querySelector('[role=menu]')).not.toBeNull();
    await vi.waitFor(() => expect(document.querySelector('[role=menu]')).toBeNull(), { interval: 5, timeout: 10_000 });
    expect(performance.now() - before).toBeGreaterThanOrEqual(95);
  });

  test('TBL-16 closes when scrolling takes its row out of view', async () => {
    await opened();
    const scroller = document.querySelector('[data-testid=scroller]');
    scroller?.scrollTo(0, 5);
    scroller?.scrollTo(0, 500);
    await expect.element(menu()).not.toBeInTheDocument();
  });
});

describe('WaitingOverlay', () => {
  test('counts minutes and seconds from the start, has its button focused, and Esc presses it', async () => {
    const onAbort = vi.fn<() => void>();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    await render(
      <TestPage>
        <WaitingOverlay
          title="Waiting"
          startedAt={performance.now() - 71_900}
          abort={{ label: 'Stop', keyName: 'Esc', onAbort }}
        />
      </TestPage>,
    );
    await expect.element(page.getByRole('timer')).toHaveTextContent('01:11');
    vi.advanceTimersByTime(1000);
    await expect.element(page.getByRole('timer')).toHaveTextContent('01:12');
    await expect.element(page.getByRole('button', { name: /Stop/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onAbort).toHaveBeenCalledOnce();
  });
});

test('SRCH-20 the counter of the waiting overlay ticks every second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await render(
    <TestPage>
      <WaitingOverlay title="Waiting" startedAt={performance.now()} />
    </TestPage>,
  );
  const seen: (string | null)[] = [];
  for (let second = 0; second < 3; second += 1) {
    seen.push(document.querySelector('[role=timer]')?.textContent ?? null);
    await act(() => vi.advanceTimersByTime(1000));
  }
  expect(seen).toEqual(['00:00', '00:01', '00:02']);
});

test('the overlay leaves the focus with somebody who is typing', async () => {
  await render(
    <TestPage>
      <input aria-label="Plate" />
    </TestPage>,
  );
  await userEvent.click(page.getByRole('textbox', { name: 'Plate' }));
  await render(
    <TestPage>
      <WaitingOverlay
        title="Waiting"
        startedAt={0}
        abort={{ label: 'Stop', keyName: 'Esc', onAbort: () => undefined }}
      />
    </TestPage>,
  );
  await expect.element(page.getByRole('button', { name: /Stop/ })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Plate' })).toHaveFocus();
});

describe('LazyImage', () => {
  test('UIE-05 loads lazily; one that fails is hidden and a fallback with words appears', async () => {
    const good = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const view = await render(
      <TestPage>
        <LazyImage src={good} alt="Transit" missingText="Not available" />
      </TestPage>,
    );
    await expect.element(page.getByRole('img', { name: 'Transit' })).toHaveAttribute('loading', 'lazy');
    await view.rerender(
      <TestPage>
        <LazyImage src="data:image/png;base64,AAAA" alt="Transit" missingText="Not available" />
      </TestPage>,
    );
    await expect.element(page.getByRole('img', { name: 'Not available' })).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('EmptyState', () => {
  test('WID-04 lists the filters used, each removable by name', async () => {
    const removed: string[] = [];
    await render(
      <TestPage>
        <EmptyState
          title="La ricerca non ha prodotto risultati"
          filters={[
            { id: 'plate', label: 'Targa GK5*', removeName: 'Togli targa' },
            { id: 'dates', label: '14/11 - 20/11', removeName: 'Togli periodo' },
          ]}
          onRemoveFilter={(id) => removed.push(id)}
        />
      </TestPage>,
    );
    await expect.element(page.getByRole('heading')).toHaveTextContent('La ricerca non ha prodotto risultati');
    await expect.element(page.getByText('Targa GK5*')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Togli periodo' }));
    expect(removed).toEqual(['dates']);
  });
});

test('TBL-22 a counter never exceeds 99+', () => {
  expect([0, 99, 100, 12_345].map(formatCappedCount)).toEqual(['0', '99', '99+', '99+']);
});
