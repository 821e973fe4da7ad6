import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { PlateBadge } from './PlateBadge.tsx';
import { PlateInput } from './PlateInput.tsx';

function Around(props: { children: ReactNode; scheme?: 'light' | 'dark' }): ReactElement {
  return (
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme={props.scheme ?? 'light'}>{props.children}</ThemeProvider>
    </I18nProvider>
  );
}

describe('PlateBadge', () => {
  test.each([
    ['GK508RB', 'I', 'Targa GK508RB, Italia'],
    ['M KR 4821', 'D', 'Targa MKR4821, Germania'],
    ['482 KPT', null, 'Targa 482KPT, nazione non riconosciuta'],
    ['GK5?1TN', 'I', 'Targa GK5?1TN, lettura incerta'],
    ['**', 'I', 'Targa oscurata'],
    ['AB12', 'ZZ', 'Targa AB12, ZZ'],
  ])('%s of %s is an image called "%s"', async (plate, nation, name) => {
    await render(
      <Around>
        <PlateBadge plate={plate} nation={nation} />
      </Around>,
    );
    await expect.element(page.getByRole('img', { name })).toBeVisible();
  });

  test('a plate that was not read is a word and no drawing', async () => {
    await render(
      <Around>
        <PlateBadge plate="" nation="I" />
      </Around>,
    );
    await expect.element(page.getByText('Targa non letta')).toBeVisible();
    await expect.element(page.getByRole('img')).not.toBeInTheDocument();
  });

  test('letters are spelled for a screen reader, and a redacted plate spells nothing', async () => {
    await render(
      <Around>
        <PlateBadge plate="GK508RB" nation="I" />
        <PlateBadge plate="**" nation="I" />
      </Around>,
    );
    await expect
      .element(page.getByRole('img', { name: 'Targa GK508RB, Italia' }))
      .toHaveAttribute('aria-description', 'G K 5 0 8 R B');
    await expect.element(page.getByRole('img', { name: 'Targa oscurata' })).not.toHaveAttribute('aria-description');
  });

  test('what is selected and copied is the plate without gaps and without the band', async () => {
    await render(
      <Around>
        <PlateBadge plate="GK508RB" nation="I" size="sheet" province="FC" />
      </Around>,
    );
    const badge = document.querySelector('[role=img]');
    if (badge === null) throw new Error('no plate');
    getSelection()?.selectAllChildren(badge);
    expect(getSelection()?.toString()).toBe('GK508RB');
  });

  test.each([
    ['table', 20],
    ['card', 26],
    ['detail', 40],
    ['sheet', 64],
  ] as const)('size %s is %d px high', async (size, height) => {
    await render(
      <Around>
        <PlateBadge plate="GK508RB" nation="I" size={size} />
      </Around>,
    );
    expect(document.querySelector('[role=img]')?.getBoundingClientRect().height).toBe(height);
  });

  test('the dark theme dims the ground and keeps the ink dark', async () => {
    await render(
      <Around scheme="dark">
        <PlateBadge plate="GK508RB" nation="I" />
      </Around>,
    );
    const badge = document.querySelector('[role=img]');
    if (badge === null) throw new Error('no plate');
    expect(getComputedStyle(badge).backgroundColor).toBe('rgb(227, 230, 228)');
    expect(getComputedStyle(badge).color).toBe('rgb(11, 14, 16)');
  });
});

function Box(props: { onSubmit: (text: string) => void }): ReactElement {
  const [text, setText] = useState('');
  return (
    <Around>
      <PlateInput value={text} onChange={setText} onSubmit={() => props.onSubmit(text)} />
    </Around>
  );
}

describe('PlateInput', () => {
  test('strips what cannot be searched, writes upper case, and Enter submits it', async () => {
    const sent: string[] = [];
    await render(<Box onSubmit={(text) => sent.push(text)} />);
    await userEvent.fill(page.getByRole('textbox', { name: 'Targa' }), 'gk-5*, *48* <b>?');
    await expect.element(page.getByRole('textbox')).toHaveValue('GK5*,*48*B');
    await userEvent.keyboard('{Enter}');
    expect(sent).toEqual(['GK5*,*48*B']);
  });

  test('typing in the middle leaves the caret in the middle', async () => {
    await render(<Box onSubmit={() => undefined} />);
    const field = page.getByRole('textbox', { name: 'Targa' });
    await userEvent.fill(field, 'gk08rb');
    const input = document.querySelector('input');
    input?.setSelectionRange(2, 2);
    await userEvent.keyboard('5-x');
    await expect.element(field).toHaveValue('GK5X08RB');
    expect(input?.selectionStart).toBe(4);
  });
});
