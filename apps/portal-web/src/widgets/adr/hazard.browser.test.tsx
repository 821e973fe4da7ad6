import { ADR_CLASSES } from '@varco/domain/code-lists.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { I18nProvider } from '../../lib/i18n.tsx';
import { ThemeProvider } from '../../theme/ThemeProvider.tsx';
import { HazardLabel } from './HazardLabel.tsx';

test('CONST-12 each of the thirteen classes has its own image, with its number and its name; an unknown one has none of them', async () => {
  await render(
    <I18nProvider translator={createI18n()}>
      <ThemeProvider scheme="light">
        {[...ADR_CLASSES, '77'].map((code) => (
          <HazardLabel key={code} code={code} />
        ))}
      </ThemeProvider>
    </I18nProvider>,
  );
  await expect.element(page.getByRole('img').first()).toBeVisible();
  const images = page.getByRole('img').elements();
  expect(images).toHaveLength(14);
  // Compares every shape with its colors, without the ids React generates for each drawing.
  const drawn = images.map((image) =>
    [...image.querySelectorAll('path, circle, rect, text, polygon, line')]
      .map(
        (shape) =>
          `${shape.tagName} ${shape.getAttribute('d') ?? ''} ${shape.getAttribute('fill') ?? ''} ${shape.textContent}`,
      )
      .join('\n'),
  );
  expect(new Set(drawn).size).toBe(14);
  const names = images.map((image) => image.getAttribute('aria-label') ?? '');
  for (const [index, code] of ADR_CLASSES.entries()) expect(names[index]).toContain(code);
  expect(new Set(names).size).toBe(14);
});
