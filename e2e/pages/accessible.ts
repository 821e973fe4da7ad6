import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Nothing of WCAG 2.2 AA to complain about, in the light and in the dark theme. `part`: selector of what is judged; the whole page without it. */
export async function expectAccessible(page: Page, screen: string, part?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const judge = new AxeBuilder({ page });
    if (part !== undefined) judge.include(part);
    const { violations } = await judge
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      // The header of a dialog is taken for one of the page: it stands in a section, but one with another role.
      .disableRules(['landmark-no-duplicate-banner', 'landmark-unique'])
      .analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
