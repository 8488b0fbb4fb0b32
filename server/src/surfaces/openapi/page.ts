import type { FastifyReply } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { plainHeaders } from '../wire/plain-headers.ts';

/** Sends a page of the documentation; nothing in it runs, and nothing is fetched for it. */
export function sendPage(reply: FastifyReply, clock: Clock, page: string): FastifyReply {
  return reply
    .headers({
      ...plainHeaders(clock),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .send(page);
}

/** A page of the documentation around its content, which is HTML. */
export function docsPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sluice</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}

/** Text as it is shown in HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0b7285; }
@media (prefers-color-scheme: dark) { :root { --accent: #66d9e8; } }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; }
h2 { font-size: 1.1rem; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; margin: 0 0 .5rem; }
h2 span { font-weight: 400; opacity: .7; }
section { border-top: 1px solid var(--line); padding: 1.25rem 0 .5rem; scroll-margin-top: 1rem; }
section:target { background: var(--soft); margin: 0 -1rem; padding-left: 1rem; padding-right: 1rem; border-radius: 6px; }
code { font: .92em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .75rem 1rem; border-radius: 6px; overflow-x: auto; user-select: all; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
a { color: var(--accent); }
a.button { display: inline-block; border: 1px solid currentColor; border-radius: 6px; padding: .3rem .8rem; text-decoration: none; }
`;
