/**
 * Everything that may hold a semicolon which ends no command: comments, strings, quoted names and dollar-quoted bodies.
 * Words are tokens too, so that neither the `$` of `a$b$` nor the `e` of `like'a\'` begins one.
 */
const TOKENS = [
  String.raw`(?<space>\s+|--[^\n]*)`,
  String.raw`(?<comment>/\*)`,
  String.raw`[eE]'(?:[^'\\]|\\.|'')*'`,
  `'(?:[^']|'')*'`,
  `"(?:[^"]|"")*"`,
  `(?<open>[eE]?'|")`,
  String.raw`(?<dollar>\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$)`,
  String.raw`[\p{L}_][\p{L}\p{N}_$]*`,
  '(?<end>;)',
  '.',
];
const TOKEN = new RegExp(TOKENS.join('|'), 'suy');
const COMMENT_EDGE = /\/\*|\*\//g;

/** The commands of an SQL text, one by one and without the semicolons between them; comments alone are no command. */
export function commandsOf(sql: string): string[] {
  const commands: string[] = [];
  let from = 0;
  let empty = true;
  const close = (at: number) => {
    if (!empty) commands.push(sql.slice(from, at).trim());
    empty = true;
  };
  for (let at = 0; at < sql.length; ) {
    const { groups = {}, 0: token } = tokenAt(sql, at);
    const next = endOf(sql, at + token.length, groups);
    if (groups.end !== undefined) {
      close(at);
      from = next;
    } else if (groups.space === undefined && groups.comment === undefined) {
      empty = false;
    }
    at = next;
  }
  close(sql.length);
  return commands;
}

function tokenAt(sql: string, at: number): RegExpExecArray {
  TOKEN.lastIndex = at;
  const token = TOKEN.exec(sql);
  if (!token) throw new Error(`no SQL at character ${at}`);
  if (token.groups?.open !== undefined) throw unclosed(sql, at);
  return token;
}

/** Where a token ends whose beginning alone was found. */
function endOf(sql: string, at: number, { comment, dollar }: Partial<Record<string, string>>): number {
  if (comment !== undefined) return endOfComment(sql, at);
  if (dollar === undefined) return at;
  const close = sql.indexOf(dollar, at);
  if (close === -1) throw unclosed(sql, at - dollar.length);
  return close + dollar.length;
}

/** Comments nest. */
function endOfComment(sql: string, start: number): number {
  COMMENT_EDGE.lastIndex = start;
  for (let depth = 1; depth > 0; ) {
    const edge = COMMENT_EDGE.exec(sql);
    if (!edge) throw unclosed(sql, start);
    depth += edge[0] === '/*' ? 1 : -1;
  }
  return COMMENT_EDGE.lastIndex;
}

function unclosed(sql: string, at: number): Error {
  return new Error(`what begins in line ${sql.slice(0, at).split('\n').length} is not closed`);
}
