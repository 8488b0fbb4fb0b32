import type { FastifyInstance } from 'fastify';
import { ERRORS, type ErrorEntry } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { plainHeaders } from '../wire/plain-headers.ts';
import { docsPage, PARTS, sendPage } from './page.ts';

/**
 * Serves where the documentation begins, the error reference, written from the table of errors itself, and what the page
 * of the API reference shows: that page asks only the address it came from.
 */
export function mountDocs(app: FastifyInstance, clock: Clock, reference: () => object): void {
  const [start, errors] = [startPage(), errorReference()];
  let description: string | undefined;
  app.get('/docs', (_request, reply) => sendPage(reply, clock, start));
  app.get('/docs/errors', (_request, reply) => sendPage(reply, clock, errors));
  app.get('/docs/reference.json', (_request, reply) => {
    description ??= JSON.stringify(reference());
    return reply
      .headers({
        ...plainHeaders(clock),
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=300',
      })
      .send(description);
  });
}

function startPage(): string {
  return docsPage(
    'Documentation',
    `<p>Everything that people do in the dashboard, programs and agents can do too, within the same limits.</p>
${PARTS.map(({ path, title, tells }) => `<section><h2><a href="${path}">${title}</a></h2><p>${tells}</p></section>`).join('\n')}`,
  );
}

function errorReference(): string {
  const entries: [string, ErrorEntry][] = Object.entries(ERRORS);
  const sections = entries.map(([code, entry]) => section(code, entry)).join('\n');
  return docsPage(
    'Errors',
    `<p>Every error comes as <code>{ "error": { "code", "message", "doc_url", … } }</code>. Branch on <code>code</code>;
the message is for people. Every answer carries <code>X-Request-Id</code>, under which the audit trail knows it.</p>
${sections}`,
  );
}

function section(code: string, { status, when, remedy, extra = [] }: ErrorEntry): string {
  const fields =
    extra.length > 0 ? `<p>Extra fields: ${extra.map((name) => `<code>${name}</code>`).join(', ')}</p>` : '';
  return `<section id="${code}">
<h2><code>${code}</code> <span>${status}</span></h2>
<p>${when}</p>
<p><strong>What to do.</strong> ${remedy}</p>
${fields}
</section>`;
}
