import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVEL_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The header of a dialog is taken for one of the page: it stands in a section, but one with another role. */
const MISJUDGED = ['landmark-no-duplicate-banner', 'landmark-unique'];

/**
 * Nothing of WCAG 2.2 AA to complain about in the light theme, and no contrast too low in the dark one: the themes differ in
 * colours and nothing else. `part`: selector of what is judged; the whole page without it.
 */
export async function expectAccessible(page: Page, screen: string, part?: string): Promise<void> {
  // What a resting pointer calls up is no part of the screen.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const judge = new AxeBuilder({ page });
    if (part !== undefined) judge.include(part);
    if (colorScheme === 'light') judge.withTags(LEVEL_AA).disableRules(MISJUDGED);
    else judge.withRules('color-contrast');
    const { violations } = await judge.analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
