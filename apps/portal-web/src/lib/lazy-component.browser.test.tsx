import { createI18n } from '@varco/i18n/create-i18n.ts';
import { type ComponentType, type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from './i18n.tsx';
import { usePopups } from './notices/popup.store.ts';
import { lazyComponent } from './lazy-component.tsx';

function Field(props: { label: string }): ReactElement {
  const [text, setText] = useState('');
  return <input aria-label={props.label} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

/** A lazy component whose code loads when the test says so, with a counter of its load requests. */
function createLazyField() {
  const code = Promise.withResolvers<ComponentType<{ label: string }>>();
  const seen = { asked: 0 };
  const load = (): Promise<ComponentType<{ label: string }>> => {
    seen.asked += 1;
    return code.promise;
  };
  return { ...lazyComponent(load, <p>attesa</p>), seen, arrive: () => code.resolve(Field) };
}

test('its place is held until its code is there; then it stays what it is', async () => {
  const { Component: Part, seen, arrive } = createLazyField();
  const { rerender } = await render(<Part label="uno" />);
  await expect.element(page.getByText('attesa')).toBeVisible();
  await expect.poll(() => seen.asked).toBe(1);
  arrive();
  await userEvent.type(page.getByLabelText('uno'), 'scritto');
  await rerender(<Part label="due" />);
  await expect.element(page.getByLabelText('due')).toHaveValue('scritto');
});

test('brought before, it is there at once: nothing is ever shown in its place', async () => {
  const { Component: Part, preload: bring, seen, arrive } = createLazyField();
  arrive();
  await bring();
  const added: string[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) added.push(node.textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await render(<Part label="uno" />);
  await expect.element(page.getByLabelText('uno')).toBeVisible();
  watch.disconnect();
  expect(added.length).toBeGreaterThan(0);
  expect(added.join()).not.toContain('attesa');
  expect(seen.asked).toBe(1);
});

/** A lazy component inside a page with text of its own, whose code cannot be loaded while `isDown`. */
async function renderUnloadable(failure?: 'icon' | 'nothing' | { readonly close: () => void }) {
  const server = { isDown: true };
  const load = async (): Promise<ComponentType<{ label: string }>> => {
    if (server.isDown) throw new TypeError('Failed to fetch dynamically imported module');
    return Field;
  };
  const { Component: Part, preload } = lazyComponent(load, null, failure);
  const translator = createI18n();
  await render(
    <I18nProvider translator={translator}>
      <p>il resto della pagina</p>
      <Part label="uno" />
    </I18nProvider>,
  );
  return { server, preload };
}

test('code that cannot be loaded leaves a line, which tries again; the rest of the page stays', async () => {
  const { server, preload } = await renderUnloadable();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Questa parte non si è caricata/);
  await expect.element(page.getByText('il resto della pagina')).toBeVisible();
  await expect(preload()).resolves.toBeUndefined();
  server.isDown = false;
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.element(page.getByLabelText('uno')).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});

test('when the portal answers and the code still fails, the line offers the reload of the page', async () => {
  await fetch('/test-portal/reset', { method: 'POST', body: '{}' });
  await renderUnloadable();
  // The portal responds with 500.
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.element(page.getByRole('button', { name: 'Riprova' })).toBeVisible();
  await fetch('/test-portal/version', { method: 'POST', body: JSON.stringify({ version: '1.0.0' }) });
  await userEvent.click(page.getByRole('button', { name: 'Riprova' }));
  await expect.element(page.getByRole('button', { name: 'Ricarica la pagina' })).toBeVisible();
});

test('in a bar it is an icon, and what nobody asked for says nothing', async () => {
  const { server } = await renderUnloadable('icon');
  server.isDown = false;
  await userEvent.click(page.getByRole('button', { name: 'Questa parte non si è caricata: Riprova' }));
  await expect.element(page.getByLabelText('uno')).toBeVisible();
  await renderUnloadable('nothing');
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});

test('TERR-01 what a person opened and cannot be loaded is closed, and the dialog about missing code opens', async () => {
  const closed: string[] = [];
  await renderUnloadable({ close: () => closed.push('closed') });
  await expect.poll(() => usePopups.getState().isPageMissing).toBe(true);
  expect(closed).toEqual(['closed']);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});
