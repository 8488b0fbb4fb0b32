import { hash } from 'node:crypto';
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
      'content-security-policy': POLICY,
    })
    .send(page);
}

/** What the documentation is made of; each page leads to the others. */
export const PARTS = [
  {
    path: '/docs/api',
    title: 'API reference',
    tells: 'Every operation of the REST API, with what it takes and answers.',
  },
  { path: '/docs/errors', title: 'Errors', tells: 'Every error code: when it comes and what to do then.' },
  {
    path: '/docs/mcp',
    title: 'Connect an AI agent',
    tells: 'How Claude, ChatGPT, Cursor and others reach the MCP server.',
  },
] as const;

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
<header>
<a href="/"><strong>Sluice</strong></a>
<nav aria-label="Documentation">${PARTS.map((part) => `<a href="${part.path}"${part.title === title ? ' aria-current="page"' : ''}>${part.title}</a>`).join('\n')}</nav>
</header>
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
:root { color-scheme: light dark; --ground: #ffffff; --ink: #1a2126; --line: #dfe4e8; --soft: #eef2f4; --accent: #0b7285; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12161a; --ink: #dfe4e8; --line: #2e363d; --soft: #222a30; --accent: #66d9e8; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem 0; }
header a { color: inherit; text-decoration: none; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .9rem; }
nav a:hover, nav a[aria-current] { text-decoration: underline; text-underline-offset: .3em; }
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

/** Its own styles and no others, by their hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
