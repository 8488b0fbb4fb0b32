import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statement } from '../../server/src/base/database.ts';
import { wholeSuite } from '../../server/test/harness/service.ts';
import { problemWith } from '../src/pages/strategy/supplied-documents.ts';
import { launchBrowser } from './browser.ts';
import { type DemoWorld, openDemoWorld } from './demo-world.ts';
import { assertShown } from './inspect.ts';

const REPORTS = '/o/acme-plumbing/reports';
const STRATEGIES = '/o/acme-plumbing/strategies';
/** Of the lines that run to the edge, the usual one. */
const SHORTEST_LINE = 66;
const LONGEST_LINE = 75;

const browser = await launchBrowser();
const skip = typeof browser === 'string' ? browser : false;
after(() => typeof browser !== 'string' && browser.close());

const addReport = statement<[slug: string, id: string, markdown: string], never>(`
  insert into report (organization_id, id, type, period_start, period_end, created_at, generated_at, markdown, facts)
  select id, $2::text, 'competitor', '2020-01-01', '2020-01-28', now(), now(), $3::text, '[]'::jsonb
  from organization where slug = $1`);
const failStrategy = statement<[slug: string, id: string], never>(`
  insert into strategy (organization_id, id, status, title, documents, created_at, finished_at, error)
  select id, $2::text, 'failed', 'Strategy that failed', '[]'::jsonb, now(), now(), 'The ad platform did not answer.'
  from organization where slug = $1`);

/** Everything that markdown could smuggle into a page. */
const HOSTILE = `# Hostile <img src=x onerror=alert(1)>

## In <script>alert(1)</script> short

<script>window.broken = true</script>

<img src="https://evil.test/pixel.png" onerror="window.broken = true">

[press](javascript:window.broken=true) [data](data:text/html,<script>alert(1)</script>) [web](https://example.com/a)
[relative](/o/acme-plumbing/keys) <https://example.com/auto> <javascript:alert(1)>

![pixel](https://evil.test/pixel.png) ![file](file:///etc/passwd) ![html](data:text/html;base64,PHNjcmlwdD4=)
![chart](data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0icGFyZW50LmJyb2tlbj10cnVlIj48c2NyaXB0PnBhcmVudC5icm9rZW49dHJ1ZTwvc2NyaXB0Pjwvc3ZnPg==)

| <b onclick="broken=true">a</b> | b |
| --- | --: |
| <iframe src="https://evil.test"></iframe> | \\<script\\> |

<form action="https://evil.test"><input name="password"></form><style>body { display: none }</style>
`;

/** How many characters stand in each line that is followed by another. */
function fullLines(paragraphs: Element[]): number[] {
  return paragraphs.flatMap((paragraph) => {
    const range = document.createRange();
    const counts = new Map<number, number>();
    const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (let at = 0; at < (text.textContent ?? '').length; at += 1) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const line = Math.round(range.getBoundingClientRect().bottom);
        counts.set(line, (counts.get(line) ?? 0) + 1);
      }
    }
    return [...counts.values()].slice(0, -1);
  });
}

describe('reports and strategies', { skip }, () => {
  const suite = wholeSuite();
  let world: DemoWorld;

  before(async () => {
    assert.ok(typeof browser !== 'string');
    world = await openDemoWorld(suite, browser);
  });

  test('a report is asked for, its stages are followed, and it is read as a document', async () => {
    const { page, complaints } = await world.open('member', REPORTS);
    await page.getByText('No reports yet').waitFor();
    await assertShown(page, 'reports-none');
    await page.getByRole('button', { name: 'Write a report' }).first().click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Weekly' }).waitFor();
    await assertShown(page, 'reports-ask');
    await page.getByRole('button', { name: 'Write the weekly report' }).click();
    await page.waitForURL(/\/reports\/weekly\/rep_\w+$/);
    await page.getByRole('heading', { name: /^Weekly report: “Acme Plumbing”/, level: 1 }).waitFor();
    await page.getByText(/^As of .*All figures/).waitFor();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'The figures' }).click();
    assert.match(page.url(), /#\d+-the-figures$/);
    assert.ok((await page.locator('article img').count()) >= 1, 'charts are in place');
    await assertShown(page, 'report');
    await page.goto(REPORTS);
    await page.getByRole('link', { name: /^Weekly report/ }).waitFor();
    await assertShown(page, 'reports');
    await page.getByText('Strategic', { exact: true }).click();
    await page.waitForURL(/type=strategic/);
    await page.getByText('No strategic report yet').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('every type is written and read, in lines of the length that one reads well', async () => {
    const { page } = await world.open('owner', REPORTS);
    for (const type of ['Performance', 'Strategic', 'Intelligence', 'Competitor']) {
      await page.goto(REPORTS);
      await page.getByRole('button', { name: 'Write a report' }).first().click();
      await page.getByRole('dialog').getByRole('radio', { name: type }).check();
      await page.getByRole('button', { name: `Write the ${type.toLowerCase()} report` }).click();
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${type} report`) }).waitFor();
      await page.getByRole('navigation', { name: 'Contents' }).waitFor();
    }
    const lengths = (await page.locator('article section :is(p, li)').evaluateAll(fullLines)).sort((a, b) => a - b);
    const usual = lengths[Math.floor(lengths.length / 2)] ?? 0;
    assert.ok(usual >= SHORTEST_LINE && usual <= LONGEST_LINE, `${usual} characters in a line: ${lengths}`);
  });

  test('a report is printed without the frame and saved as markdown', async () => {
    const { page } = await world.open('owner', REPORTS);
    await page.getByRole('link', { name: /^Weekly report/ }).click();
    await page.getByRole('heading', { name: /^Weekly report: /, level: 1 }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    assert.match((await saving).suggestedFilename(), /^acme-plumbing-weekly-rep_\w+\.md$/);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation', { name: 'Organization' }).isVisible(), false);
    assert.equal(await page.getByRole('navigation', { name: 'Contents' }).isVisible(), false);
    assert.equal(await page.getByText('In short').first().isVisible(), true);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/report-print.png` });
  });

  test('what a hostile text holds is shown as text: nothing runs, nothing is fetched, no link leads elsewhere', async () => {
    await world.database.execute(addReport, 'acme-plumbing', 'rep_hostile', HOSTILE);
    const { page, complaints } = await world.open('owner', '/');
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(world.base) && !url.startsWith('data:image/svg+xml')) elsewhere.push(url);
    });
    await page.goto(`${REPORTS}/competitor/rep_hostile`);
    await page.getByText('window.broken = true').first().waitFor();
    const article = page.locator('article');
    assert.equal(await article.locator('script, iframe, form, input, style, b, [onerror], [onclick]').count(), 0);
    const links = await article.locator('section a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(links, ['https://example.com/a', 'https://example.com/auto']);
    const pictures = await article.locator('img').evaluateAll((all) => all.map((one) => one.getAttribute('alt')));
    assert.deepEqual(pictures, ['chart']);
    assert.equal(await page.evaluate(() => 'broken' in window), false);
    assert.deepEqual([elsewhere, complaints], [[], []]);
  });

  test('a strategy is written with documents of one’s own; what cannot be read is said before it is sent', async () => {
    const { page, complaints } = await world.open('admin', STRATEGIES);
    await page.getByText('No strategy yet').waitFor();
    await page.getByRole('button', { name: 'Write a strategy' }).first().click();
    const choose = page.locator('input[type=file]');
    await choose.setInputFiles([
      { name: 'goals.md', mimeType: 'text/markdown', buffer: Buffer.from('# Goals\nTwenty jobs a week.') },
      { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.from('a'.repeat(20_001)) },
    ]);
    await page.getByText('has 20,001 characters').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Write the strategy' }).isDisabled(), true);
    await assertShown(page, 'strategy-ask');
    await page.getByRole('button', { name: 'Leave long.txt out' }).click();
    const keys: (string | undefined)[] = [];
    await page.route('**/organizations/*/strategy', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Write the strategy' }).click();
    await page.getByText('It is not known whether this was done: trying again does it at most once.').waitFor();
    await page.getByRole('button', { name: 'Write the strategy' }).click();
    await page.getByRole('heading', { name: 'Supplied documents' }).waitFor({ timeout: 30_000 });
    await page.getByText('goals.md').first().waitFor();
    await assertShown(page, 'strategy');
    assert.equal(keys[1], keys[0], 'sent again as it was');
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
    assert.deepEqual(
      complaints.filter((one) => !one.endsWith('/strategy')),
      [],
    );
  });

  test('a strategy that failed says why, in the list and on its page', async () => {
    await world.database.execute(failStrategy, 'acme-plumbing', 'str_failed');
    const { page } = await world.open('member', STRATEGIES);
    await page.getByText('The ad platform did not answer.').waitFor();
    await assertShown(page, 'strategies');
    await page.getByRole('link', { name: 'Strategy that failed' }).click();
    await page.getByText('This strategy was not written').waitFor();
  });

  test('staff of the operator read reports and are offered nothing to write', async () => {
    const { page } = await world.open('staff', '/o/globex-clinic/reports');
    await page.getByText('No reports yet').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Write a report' }).count(), 0);
  });

  test('without an ad account a report is refused with the way out', async () => {
    const { page } = await world.open('stranger', '/o/hooli-bakery/reports');
    await page.getByRole('button', { name: 'Write a report' }).first().click();
    await page.getByRole('button', { name: 'Write the weekly report' }).click();
    await page.getByRole('alert').getByText('There is no ad account to report on').waitFor();
  });

  test('a report that is not there says so', async () => {
    const { page } = await world.open('owner', `${REPORTS}/weekly/rep_none`);
    await page.getByText('This could not be loaded').waitFor();
    await page.getByRole('link', { name: 'All reports' }).waitFor();
  });
});

test('only texts of at most 20,000 characters are supplied', () => {
  assert.equal(problemWith('a'.repeat(20_000)), undefined);
  assert.match(problemWith('a'.repeat(20_001)) ?? '', /20,001/);
  assert.match(problemWith('  \n') ?? '', /empty/);
  assert.match(problemWith('PK\u0003\u0004\0') ?? '', /not a text file/);
});
