import type { FastifyInstance } from 'fastify';
import { ERRORS, type ErrorEntry } from '../../base/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { plainHeaders } from '../wire/plain-headers.ts';

/** Serves the error reference, written from the table of errors itself. */
export function mountDocs(app: FastifyInstance, clock: Clock): void {
  const page = errorReference();
  app.get('/docs/errors', (_request, reply) =>
    reply
      .headers({
        ...plainHeaders(clock),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      .send(page),
  );
}

function errorReference(): string {
  const entries: [string, ErrorEntry][] = Object.entries(ERRORS);
  const sections = entries.map(([code, entry]) => section(code, entry)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>Every error comes as <code>{ "error": { "code", "message", "doc_url", … } }</code>. Branch on <code>code</code>;
the message is for people. Every answer carries <code>X-Request-Id</code>, under which the audit trail knows it.</p>
${sections}
</main>
</body>
</html>`;
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

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; }
h2 { font-size: 1.1rem; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; margin: 0 0 .5rem; }
h2 span { font-weight: 400; opacity: .7; }
section { border-top: 1px solid var(--line); padding: 1.25rem 0 .5rem; scroll-margin-top: 1rem; }
section:target { background: var(--soft); margin: 0 -1rem; padding-left: 1rem; padding-right: 1rem; border-radius: 6px; }
code { font: .92em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
`;
