import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { docsPage, escaped, sendPage } from '../openapi/page.ts';

/** Serves the page that says how each client is connected. */
export function mountSetUpPage(app: FastifyInstance, clock: Clock, address: string): void {
  const page = setUpPage(address);
  app.get('/docs/mcp', (_request, reply) => sendPage(reply, clock, page));
}

/** How one client is connected, and what its person sees then. */
interface Way {
  id: string;
  client: string;
  how: string;
  /** To copy, or to open. */
  line?: string;
  link?: { address: string; text: string };
  sees: string;
}

/** Where a client that starts programs keeps the key: not on a command line that others can see. */
const KEY_VARIABLE = 'SLUICE_AUTH';

function setUpPage(address: string): string {
  return docsPage(
    'Connect an AI agent',
    `<p>Sluice speaks the Model Context Protocol at</p>
${code(address)}
<p>A client that signs people in opens a page of Sluice where you choose what it may do; nothing has to be registered
before. A client that cannot is given an API key, made in the dashboard under Account, API Keys, as the header
<code>Authorization: Bearer svc_live_…</code>. Either way an agent can do no more than you can, changes are previewed
first, and an organization may require that a person approves each of them.</p>
${waysOf(address).map(section).join('\n')}
<section id="try"><h2>What to ask first</h2>
<p>“Audit my campaigns for wasted spend, and show me what you would change before you do.” The prompts
<code>waste_audit</code>, <code>weekly_review</code>, <code>launch_check</code> and <code>budget_plan</code> come with the
server.</p></section>`,
  );
}

function waysOf(address: string): Way[] {
  const config = { url: address };
  const encoded = Buffer.from(JSON.stringify(config)).toString('base64');
  const forCode = encodeURIComponent(JSON.stringify({ name: 'sluice', type: 'http', url: address }));
  return [
    {
      id: 'claude',
      client: 'Claude on the web and desktop',
      how: 'Settings, Connectors, Add custom connector: name it Sluice and paste the address, which has to be reachable from the internet.',
      line: address,
      sees: 'Sluice’s consent page; after that its tools under the connector’s name.',
    },
    {
      id: 'claude-code',
      client: 'Claude Code',
      how: 'Run this line, then /mcp to sign in.',
      line: `claude mcp add --transport http sluice ${address}`,
      sees: 'sluice, connected, with its tools in /mcp.',
    },
    {
      id: 'chatgpt',
      client: 'ChatGPT',
      how: 'Settings, Apps, Advanced settings: turn on Developer mode. Then Create app: paste the address, which has to be reachable from the internet, and choose OAuth.',
      line: address,
      sees: 'Sluice’s consent page; the app can then be chosen in a chat.',
    },
    {
      id: 'cursor',
      client: 'Cursor',
      how: 'Open the link, or put the lines into ~/.cursor/mcp.json.',
      line: JSON.stringify({ mcpServers: { sluice: config } }, null, 2),
      link: {
        address: `cursor://anysphere.cursor-deeplink/mcp/install?name=sluice&config=${encodeURIComponent(encoded)}`,
        text: 'Add to Cursor',
      },
      sees: 'sluice under Tools & MCP, with “Needs login” until you have consented.',
    },
    {
      id: 'vscode',
      client: 'VS Code',
      how: 'Open the link, or run this line.',
      line: `code --add-mcp ${shellQuoted(JSON.stringify({ name: 'sluice', type: 'http', url: address }))}`,
      link: { address: `vscode:mcp/install?${forCode}`, text: 'Add to VS Code' },
      sees: 'A question whether to allow Sluice, the consent page, then the tools in agent mode.',
    },
    {
      id: 'gemini',
      client: 'Gemini CLI',
      how: 'Run this line, then /mcp auth sluice.',
      line: `gemini mcp add --transport http sluice ${address}`,
      sees: 'sluice in /mcp with its tools and prompts.',
    },
    {
      id: 'stdio',
      client: 'Any client that only starts programs (stdio)',
      how: 'Let mcp-remote stand between; with a key nobody has to sign in.',
      line: JSON.stringify(
        {
          mcpServers: {
            sluice: {
              command: 'npx',
              args: ['-y', 'mcp-remote', address, '--header', `Authorization:\${${KEY_VARIABLE}}`],
              env: { [KEY_VARIABLE]: 'Bearer svc_live_…' },
            },
          },
        },
        null,
        2,
      ),
      sees: 'The same tools as everywhere.',
    },
  ];
}

function section({ id, client, how, line, link, sees }: Way): string {
  const button = link ? `<p><a class="button" href="${escaped(link.address)}">${link.text}</a></p>` : '';
  return `<section id="${id}"><h2>${escaped(client)}</h2>
<p>${escaped(how)}</p>
${button}${line === undefined ? '' : code(line)}
<p><strong>What you see.</strong> ${escaped(sees)}</p></section>`;
}

function code(text: string): string {
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
