import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const AA_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * Rules that report false positives here: the header of a dialog is taken for that of the page, because it is inside
 * a section with another role.
 */
const FALSE_POSITIVE_RULES = ['landmark-no-duplicate-banner', 'landmark-unique'];

/**
 * Expects no WCAG 2.2 AA violation in the light theme and no contrast violation in the dark one, since the themes
 * differ only in colours. `part`: selector of the checked part; the whole page without it.
 */
export async function expectAccessible(page: Page, screen: string, part?: string): Promise<void> {
  // Tooltips under the pointer are not part of the screen.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const judge = new AxeBuilder({ page });
    if (part !== undefined) judge.include(part);
    if (colorScheme === 'light') judge.withTags(AA_TAGS).disableRules(FALSE_POSITIVE_RULES);
    else judge.withRules('color-contrast');
    const { violations } = await judge.analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
}
