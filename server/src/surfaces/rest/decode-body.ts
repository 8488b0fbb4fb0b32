import { invalid, type Refusal } from '../../base/errors.ts';
import { flawOf, isRecord, type JsonFlaw } from '../../base/json.ts';

/** More than any operation needs: what is deeper is not even built. */
const DEEPEST = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The members of a body that is one JSON object, or a refusal that says what is wrong with it; none without a body.
 * What holds more values than it may is not even built.
 */
export function decodeBody(
  body: Buffer | undefined,
  contentType: string | undefined,
  mostValues: number,
): Record<string, unknown> {
  if (body === undefined || body.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
    throw refusedBody(415, 'must be sent as application/json');
  }
  const text = decodeText(body);
  const flaw = flawOf(text, { depth: DEEPEST, values: mostValues });
  if (flaw?.flaw === 'many') throw tooManyValues(mostValues, flaw.path);
  if (flaw?.flaw === 'deep') throw refusedFlaw(flaw, 'is nested too deeply');
  const value = parse(text);
  if (flaw) throw refusedFlaw(flaw, 'was sent more than once');
  if (!isRecord(value)) throw invalid([{ path: 'body', message: 'must be a JSON object' }]);
  if (text.includes('\\u') && MAY_NOT_BE_TEXT.test(text)) refuseBrokenText(value);
  return value;
}

/** A validation_error about the body as a whole, with the status that HTTP has for it. */
export function refusedBody(status: 400 | 408 | 413 | 415, message: string): Refusal {
  return invalid([{ path: 'body', message }], { status });
}

/** Refuses what holds more values than it may. */
export function tooManyValues(limit: number, path = ''): Refusal {
  return invalid([{ path: path || 'body', message: `holds more than ${limit} values` }]);
}

function decodeText(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw notJson();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): Refusal {
  return refusedBody(400, 'is not valid JSON in UTF-8');
}

function refusedFlaw({ path }: JsonFlaw, message: string): Refusal {
  return invalid([{ path: path || 'body', message }]);
}

/** Only what was written as an escape can be a NUL or half of a character: the bytes were proper UTF-8. */
const MAY_NOT_BE_TEXT = /\\u(0000|d[89a-f])/i;

/** Refuses what no text column can hold. */
export function refuseBrokenText(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalid([{ path: path || 'body', message: 'must not contain NUL characters' }]);
    if (!value.isWellFormed()) throw invalid([{ path: path || 'body', message: 'must be well-formed Unicode' }]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      refuseBrokenText(name, path || 'body');
      refuseBrokenText(member, path ? `${path}.${name}` : name);
    }
  }
}
