import type { SourcePlace } from './declared.ts';

/**
 * Which parameters of a statement may be null, by the types that it declares: `statement<[organizationId: number, slug:
 * string | null], Row>`, or the same behind the name of a type in its file. Where no types are found, all may be.
 */
export function mayBeNull({ above, from }: SourcePlace): (parameter: number) => boolean {
  const file = [...above, ...from.slice(1)].join('\n');
  const call = from.join('\n');
  const annotated = /:\s*(\w+)(?:<[^=]*>)?\s*=[^=]*\bstatement\(/.exec([above.at(-2), above.at(-1)].join('\n'))?.[1];
  const generic = from[0]?.search(/\bstatement</) ?? -1;
  const types = generic < 0 ? tupleOf(file, annotated) : tupleIn(call.slice(generic), /^statement</);
  return (parameter) => types?.[parameter - 1]?.includes('null') ?? true;
}

/** The parameters that a type of the file names, itself or through another one. */
function tupleOf(file: string, name: string | undefined): string[] | undefined {
  if (name === undefined) return undefined;
  const declaration = new RegExp(`^(?:export )?type ${name}(?:<\\w+>)? =\\s*(?:Statement<\\s*)?`, 'm');
  const at = file.search(declaration);
  return at < 0 ? undefined : tupleIn(file.slice(at), declaration);
}

/** The elements of the tuple that follows the beginning. */
function tupleIn(source: string, beginning: RegExp): string[] | undefined {
  const rest = source.replace(beginning, '').trimStart();
  if (!rest.startsWith('[')) return undefined;
  const elements = [''];
  let depth = 0;
  for (const character of rest) {
    if ('[<({'.includes(character)) depth += 1;
    if ('])}>'.includes(character)) depth -= 1;
    if (depth === 0) return elements;
    if (character === ',' && depth === 1) elements.push('');
    else elements.push(`${elements.pop()}${character}`);
  }
  return undefined;
}
