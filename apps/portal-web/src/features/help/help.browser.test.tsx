import { createI18n } from '@varco/i18n/create-i18n.ts';
import { lexer } from 'marked';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { bindTranslator } from '../../lib/translate.ts';
import { type LinkRenderer, MarkdownText } from './MarkdownText.tsx';

beforeEach(() => bindTranslator(createI18n('it').t));

async function draw(markdown: string, hasKeys = true): Promise<void> {
  const renderLink: LinkRenderer = (href, text) => <span title={href}>{text}</span>;
  await render(
    <TestProviders
      screen={() => (
        <div data-testid="text">
          <MarkdownText tokens={lexer(markdown)} drawing={{ renderLink, hasKeys }} />
        </div>
      )}
    />,
  );
  await expect.element(page.getByTestId('text')).toBeVisible();
}
const getText = () => page.getByTestId('text').element();

test('lists, tables, keys and code are drawn as elements', async () => {
  await draw(
    '1. uno\n2. **due**\n\n- a\n\n| tasto | fa |\n|---|---|\n| `Ctrl Invio` | cerca `AB123CD` |\n\n```sh\nls -l\n```\n',
  );
  expect([...getText().querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual(['Ctrl', 'Invio']);
  expect([...getText().querySelectorAll('code')].map(({ textContent }) => textContent)).toEqual(['AB123CD']);
  expect(getText().querySelectorAll('ol > li')).toHaveLength(2);
  expect(getText().querySelector('pre')?.textContent).toBe('ls -l');
  await expect.element(page.getByRole('table', { name: 'tasto, fa' })).toBeVisible();
});

test('a letter of a formula is code where a text has no keys', async () => {
  await draw('con `n` passaggi', false);
  expect(getText().querySelectorAll('kbd')).toHaveLength(0);
  expect(getText().querySelector('code')?.textContent).toBe('n');
});

test('markup in a text stays out, and a link is only what the screen makes of it', async () => {
  await draw(
    'prima <img src=x onerror=alert(1)> dopo\n\n<script>alert(1)</script>\n\n![foto](https://evil.example/x.png) [via](javascript:alert(1))',
  );
  expect(getText().querySelectorAll('img, script, a')).toHaveLength(0);
  await expect.element(page.getByTestId('text')).toHaveTextContent('prima dopo via');
  await expect.element(page.getByTitle('javascript:alert(1)')).toHaveTextContent('via');
});
