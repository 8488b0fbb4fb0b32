/** Characters that a token of such JSON stands for at least; the lists of tools have more words in them than results. */
const CHARACTERS_A_TOKEN = { list: 4, result: 2.5 } as const;
const GOALS = { list: 12_000, result: 25_000 } as const;

/** A tool with its arguments beyond the defaults, such as the campaign it is about. */
export type Asked = readonly [tool: string, args: object];

/** Prints how much of an agent's attention the list of tools and their results take, next to what they may. */
export async function printToolSizes(url: string, key: string, asked: readonly Asked[]): Promise<void> {
  const list = await spoken(url, key, 'tools/list', {});
  console.log(`\ntools/list: ${list.length} characters, ${tokens(list, 'list')} tokens (goal: under ${GOALS.list})`);
  console.log(`Results with default arguments (goal: under ${GOALS.result} tokens, as text)`);
  for (const [name, args] of asked) {
    const { result } = JSON.parse(await spoken(url, key, 'tools/call', { name, arguments: args }));
    const text: string = result.content[0].text;
    const about = `${name} ${Object.values(args).join(' ')}`.padEnd(48);
    console.log(
      `${about} ${String(tokens(text, 'result')).padStart(7)}${result.isError ? ` ${text.slice(0, 120)}` : ''}`,
    );
  }
}

function tokens(text: string, kind: keyof typeof CHARACTERS_A_TOKEN): number {
  return Math.round(text.length / CHARACTERS_A_TOKEN[kind]);
}

async function spoken(url: string, key: string, method: string, params: object): Promise<string> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return answer.text();
}
