/** What a site's robots.txt says to us (RFC 9309). */
export interface Robots {
  mayRead(url: URL): boolean;
  sitemaps: string[];
  /** Seconds between two visits that the site asks for; 0 where it asks for none. */
  delaySeconds: number;
}

const LONGEST_RULES = 2_000;
const LONGEST_DELAY_SECONDS = 5;
/** Of all patterns together: each costs a search through every address. */
const MOST_STARS = 4_000;

/** Nothing is forbidden where a site has no robots.txt. */
export const NO_ROBOTS: Robots = { mayRead: () => true, sitemaps: [], delaySeconds: 0 };
/** A site that cannot say what it allows is left alone. */
export const ROBOTS_UNKNOWN: Robots = { mayRead: () => false, sitemaps: [], delaySeconds: 0 };

interface Group {
  agents: string[];
  rules: { allow: boolean; pattern: string }[];
  delaySeconds: number;
}

/** A pattern taken apart: `*` stands for anything between its parts, and a final `$` for the end. */
interface Pattern {
  allow: boolean;
  weight: number;
  first: string;
  parts: string[];
  toTheEnd: boolean;
}

/** Reads a robots.txt for the agent of that name: its own group, or else everybody's. */
export function parseRobots(text: string, agent: string): Robots {
  const { groups, sitemaps } = readGroups(text);
  const named = groups.filter(({ agents }) => agents.includes(agent.toLowerCase()));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
  const patterns = patternsOf(ours.flatMap((group) => group.rules));
  return {
    sitemaps,
    delaySeconds: Math.min(Math.max(0, ...ours.map(({ delaySeconds }) => delaySeconds)), LONGEST_DELAY_SECONDS),
    mayRead: (url) => isAllowed(patterns, `${url.pathname}${url.search}`),
  };
}

function readGroups(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let naming = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, LONGEST_RULES)) {
    const [, field = '', rest = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line.slice(0, 2_000)) ?? [];
    const [name, value] = [field.toLowerCase(), rest.trim()];
    if (name === 'sitemap') sitemaps.push(value);
    if (name === 'user-agent') {
      if (!group || !naming) {
        group = { agents: [], rules: [], delaySeconds: 0 };
        groups.push(group);
      }
      group.agents.push(value.toLowerCase());
    }
    if ((name === 'allow' || name === 'disallow') && value !== '') {
      group?.rules.push({ allow: name === 'allow', pattern: decoded(value) });
    }
    if (name === 'crawl-delay' && group) group.delaySeconds = Number(value) || 0;
    if (name !== '') naming = name === 'user-agent' || (naming && name === 'sitemap');
  }
  return { groups, sitemaps };
}

/**
 * Takes patterns apart, for as many stars as are looked for. One that has more is cut short: then it forbids more than it
 * says, and what would allow more than it says is dropped.
 */
function patternsOf(rules: Group['rules']): Pattern[] {
  let left = MOST_STARS;
  return rules.flatMap(({ allow, pattern }) => {
    const toTheEnd = pattern.endsWith('$');
    const [first = '', ...parts] = (toTheEnd ? pattern.slice(0, -1) : pattern).split(/\*+/);
    const isCut = parts.length > left;
    const kept = isCut ? parts.slice(0, left) : parts;
    left -= kept.length;
    if (isCut && allow) return [];
    return [{ allow, weight: pattern.length, first, parts: kept, toTheEnd: toTheEnd && !isCut }];
  });
}

/** The longest pattern that matches decides; between equals, what allows. */
function isAllowed(patterns: readonly Pattern[], path: string): boolean {
  const here = decoded(path);
  const matching = patterns.filter((pattern) => matches(pattern, here));
  const longest = Math.max(0, ...matching.map(({ weight }) => weight));
  const deciding = matching.filter(({ weight }) => weight === longest);
  return deciding.length === 0 || deciding.some(({ allow }) => allow);
}

/** Each part is looked for once, left to right. */
function matches({ first, parts, toTheEnd }: Pattern, path: string): boolean {
  if (!path.startsWith(first)) return false;
  if (parts.length === 0) return !toTheEnd || path === first;
  let at = first.length;
  for (const part of toTheEnd ? parts.slice(0, -1) : parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1) ?? '';
  return !toTheEnd || (path.length - last.length >= at && path.endsWith(last));
}

/** Written with or without escapes, a path is the same; what does not decode is taken as it stands. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
