import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const FILES = ['server/test/**/*.ts', 'bench/*.ts', 'bench/src/**/*.ts'];
/** The rules' own examples are wrong on purpose. */
const EXAMPLES = 'server/test/statements';

/** The SQL of one call of `statement` as it stands in a source. */
export interface Written {
  name: string;
  /** Undefined where the call takes something else than a literal. */
  text: string | undefined;
}

/** The statements of tests and of the bench, which cannot be loaded without running them. */
export function writtenInTests(): Written[] {
  return testSources().flatMap(({ file, source }) => [...callsIn(file, source)]);
}

/** The sources of tests and of the bench. */
export function testSources(): { file: string; source: string }[] {
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !file.startsWith(EXAMPLES),
  );
  return files.sort().map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }));
}

const LITERAL = /^\(\s*(?:`((?:\\.|[^`\\])*)`|'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")/s;

function* callsIn(file: string, source: string): Generator<Written> {
  for (const { index } of source.matchAll(/(?<![\w'"`.]|function )statement(?=[<(])/g)) {
    const after = source.slice(afterTypes(source, index + 'statement'.length));
    const [, ...literals] = LITERAL.exec(after) ?? [];
    const text = literals.find((literal) => literal !== undefined);
    const line = source.slice(0, index).split('\n').length;
    yield { name: `${file}:${line}`, text: text?.replaceAll(/\$\{[^}]*\}/g, INSERTED) };
  }
}

/** Stands where the source puts something in: a name of a table or a column, as a rule. */
const INSERTED = 'inserted';

function afterTypes(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (depth === 0 && character === '(') return at;
    if ('<[({'.includes(character)) depth += 1;
    if ('])}'.includes(character) || (character === '>' && source[at - 1] !== '=')) depth -= 1;
  }
  return source.length;
}
