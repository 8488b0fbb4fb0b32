import type { FastifyInstance } from 'fastify';
import { ERRORS, type ErrorEntry } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { docsPage, sendPage } from './page.ts';

/** Serves the error reference, written from the table of errors itself. */
export function mountDocs(app: FastifyInstance, clock: Clock): void {
  const page = errorReference();
  app.get('/docs/errors', (_request, reply) => sendPage(reply, clock, page));
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
