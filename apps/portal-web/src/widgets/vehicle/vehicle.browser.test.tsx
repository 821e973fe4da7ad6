import { COLOURS } from '@varco/domain/code-lists.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { BrandLogo } from './BrandLogo.tsx';
import { ColourSwatch, parseColour } from './ColourSwatch.tsx';
import '../../theme/styles.ts';
import { eventually } from '../../../test/eventually.ts';

const NAMES = ['bianco', 'nero', 'rosso', 'marrone', 'viola', 'giallo', 'verde', 'grigio', 'blu'];

test('UIE-04 the nine colours each have their own swatch and name; anything else is drawn neutral', async () => {
  await render(
    <TestProviders
      screen={() => (
        <>
          {[...COLOURS, 'fucsia'].map((code) => (
            <ColourSwatch key={code} code={code} />
          ))}
        </>
      )}
    />,
  );
  const grounds: string[] = [];
  for (const name of NAMES) {
    const swatch = page.getByRole('img', { name, exact: true });
    await expect.element(swatch).toBeVisible();
    grounds.push(getComputedStyle(swatch.element()).backgroundColor);
  }
  expect(new Set(grounds).size).toBe(9);
  expect(parseColour('RED')).toBe('red');
  expect(parseColour('fucsia')).toBe('undefined');
  expect(page.getByRole('img', { name: 'colore non definito' }).elements().length).toBeGreaterThan(0);
});

test('UIE-09 a mark whose picture cannot be had becomes the neutral one', async () => {
  await render(<TestProviders screen={() => <BrandLogo brand="FIAT" />} />);
  await eventually(() => expect(document.querySelector('img')).not.toBeNull());
  const image = document.querySelector('img');
  expect(image?.getAttribute('src')).toBe('/images/car-brands/fiat.png');
  image?.dispatchEvent(new Event('error'));
  await eventually(() => expect(document.querySelector('[data-brand-mark=none]')).not.toBeNull());
});
