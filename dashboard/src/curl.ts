import { openApi } from './openapi.ts';

/** The curl line of a request to the REST API, for a program that has a key. */
export async function curlOf(route: string, input: object): Promise<string> {
  const { servers } = await openApi();
  return curlLine(servers[0]?.url ?? '/v1', route, input);
}

/** Writes a request as curl: values stand quoted, the key in a variable of the shell. */
export function curlLine(
  baseUrl: string,
  route: string,
  input: object,
  headers: Readonly<Record<string, string>> = {},
): string {
  const [method = 'GET', path = ''] = route.split(' ');
  const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    if (!rest.has(name)) return whole;
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const isRead = method === 'GET' || method === 'DELETE';
  const query = isRead && rest.size > 0 ? `?${new URLSearchParams([...rest].map(([k, v]) => [k, String(v)]))}` : '';
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(baseUrl + filled + query)}`,
    '-H "Authorization: Bearer $SLUICE_API_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ];
  if (!isRead && rest.size > 0) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(Object.fromEntries(rest)))}`);
  }
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
