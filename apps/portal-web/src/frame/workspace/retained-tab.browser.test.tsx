import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { RetainedTab } from './RetainedTab.tsx';

const log: string[] = [];

/** A scrollable list that counts clicks and logs when its effects start and end. */
function LoggingScreen({ name }: { name: string }): ReactElement {
  const [presses, setPresses] = useState(0);
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    log.push(`${name} ${own.current?.isConnected === true ? 'in' : 'out of'} the document`);
  }, [name]);
  useEffect(() => {
    log.push(`${name} begins`);
    return () => void log.push(`${name} ends`);
  }, [name]);
  return (
    <div ref={own}>
      <button type="button" id="same-id" onClick={() => setPresses(presses + 1)}>{`${name} ${presses}`}</button>
      <div data-testid={`scroll-${name}`} style={{ height: 100, overflow: 'auto' }}>
        <div style={{ height: 1_000 }} />
      </div>
    </div>
  );
}

function Tabs(): ReactElement {
  const [shown, setShown] = useState('uno');
  return (
    <>
      {['uno', 'due'].map((name) => (
        <button key={name} type="button" onClick={() => setShown(name)}>{`a ${name}`}</button>
      ))}
      {['uno', 'due'].map((name) => (
        <RetainedTab key={name} isShown={shown === name}>
          <LoggingScreen name={name} />
        </RetainedTab>
      ))}
    </>
  );
}

test('a tab shown again is unchanged; while hidden it is not in the document and its effects are stopped', async () => {
  await render(<Tabs />);
  await page.getByRole('button', { name: 'uno 0' }).click();
  page.getByTestId('scroll-uno').element().scrollTop = 300;
  expect(log).toEqual(['uno in the document', 'uno begins']);
  await page.getByRole('button', { name: 'a due' }).click();
  await expect.element(page.getByRole('button', { name: 'due 0' })).toBeVisible();
  expect(document.querySelectorAll('#same-id')).toHaveLength(1);
  expect(log.slice(2)).toEqual(expect.arrayContaining(['uno ends', 'due in the document', 'due begins']));
  log.length = 0;
  await page.getByRole('button', { name: 'a uno' }).click();
  await expect.element(page.getByRole('button', { name: 'uno 1' })).toBeVisible();
  expect(page.getByTestId('scroll-uno').element().scrollTop).toBe(300);
  expect(document.querySelectorAll('#same-id')).toHaveLength(1);
  expect(log).toEqual(expect.arrayContaining(['due ends', 'uno in the document', 'uno begins']));
});
