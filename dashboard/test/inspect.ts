import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Holds a page to the rules that can be checked by machine: labels, roles, contrast, order of headings. */
export async function assertAccessible(page: Page, what: string, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (runOnly) => {
    const options: axe.RunOptions = { resultTypes: ['violations'], preload: false, iframes: false };
    const results = await window.axe.run({ ...options, ...(runOnly && { runOnly }) });
    return results.violations;
  }, rules);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary })),
  );
  assert.deepEqual(found, [], what);
}

/** Nothing sticks out to the right. */
export async function assertFits(page: Page, what: string): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  assert.equal(excess, 0, what);
}

/** What depends on colours: the rest of a page is the same in both. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const NARROW = { width: 360, height: 740 };

/** Holds a page to the rules in both colours and on a narrow screen; pictures are kept where a folder is named. */
export async function assertShown(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  const picture = async (kind: string) => {
    if (folder) await page.screenshot({ path: `${folder}/${name}-${kind}.png`, fullPage: true });
  };
  // What the pointer happens to rest on would show its tooltip.
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await assertAccessible(page, `${name} in ${colorScheme} colours`, colorScheme === 'dark' ? OF_COLOURS : undefined);
    await picture(colorScheme);
  }
  const before = page.viewportSize();
  await page.setViewportSize(NARROW);
  await assertFits(page, name);
  await picture('narrow');
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light' });
}
