import { type ComponentType, type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
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
