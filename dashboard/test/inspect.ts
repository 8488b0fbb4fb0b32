import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Holds a page to the rules that can be checked by machine: labels, roles, contrast, order of headings. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => (await window.axe.run()).violations);
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
