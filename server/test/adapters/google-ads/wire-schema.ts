import { readFileSync } from 'node:fs';

type Kinds = ReadonlyMap<string, ReadonlyMap<string, string>>;

const { messages, enums } = load();

/**
 * Lists everything in `value` that Google's own definition of the message does not allow; empty when it conforms.
 * Stricter than Google on purpose: an int64 sent as a number, or a field that is null, is a violation here.
 */
export function checkWire(messageName: string, value: unknown): string[] {
  return checkMessage(messageName, value, messageName, []);
}

function checkMessage(name: string, value: unknown, path: string, ignoredKeys: readonly string[]): string[] {
  const kinds = messages.get(name);
  if (kinds === undefined) return [`${path}: no message is named ${name}`];
  if (!isObject(value)) return [`${path}: expected an object, got ${show(value)}`];
  return Object.entries(value).flatMap(([key, member]) => {
    if (ignoredKeys.includes(key)) return [];
    const kind = kinds.get(key);
    return kind === undefined ? [`${path}.${key}: unknown key`] : checkKind(kind, member, `${path}.${key}`);
  });
}

function checkKind(kind: string, value: unknown, path: string): string[] {
  if (kind.endsWith('[]')) {
    if (!Array.isArray(value)) return [`${path}: expected an array, got ${show(value)}`];
    return value.flatMap((item, index) => checkKind(kind.slice(0, -2), item, `${path}[${index}]`));
  }
  if (kind.startsWith('enum ')) return checkEnum(kind.slice('enum '.length), value, path);
  if (kind === 'any') return checkAny(value, path);
  const scalar = scalarChecks.get(kind);
  if (scalar === undefined) return checkMessage(kind, value, path, []);
  return scalar(value) ? [] : [`${path}: expected ${kind}, got ${show(value)}`];
}

function checkEnum(name: string, value: unknown, path: string): string[] {
  const known = typeof value === 'string' && enums.get(name)?.includes(value) === true;
  return known ? [] : [`${path}: ${show(value)} is no ${name}`];
}

/** google.protobuf.Any: `@type` says which message the rest is; a message of another API is taken as it is. */
function checkAny(value: unknown, path: string): string[] {
  if (!isObject(value)) return [`${path}: expected an object, got ${show(value)}`];
  const type = value['@type'];
  if (typeof type !== 'string') return [`${path}: no @type`];
  const own = /^type\.googleapis\.com\/google\.ads\.googleads\.v\d+\.\w+\.(\w+)$/.exec(type)?.[1];
  return own === undefined ? [] : checkMessage(own, value, path, ['@type']);
}

const scalarChecks: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['string', (value: unknown) => typeof value === 'string'],
  ['bool', (value: unknown) => typeof value === 'boolean'],
  ['int32', (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= 0x7fffffff],
  ['int64', (value: unknown) => typeof value === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(value)],
  ['double', (value: unknown) => typeof value === 'number' && Number.isFinite(value)],
  ['mask', (value: unknown) => typeof value === 'string' && /^([A-Za-z0-9_.]+(,[A-Za-z0-9_.]+)*)?$/.test(value)],
  ['duration', (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d{1,9})?s$/.test(value)],
  ['json', isObject],
]);

function load(): { messages: Kinds; enums: ReadonlyMap<string, readonly string[]> } {
  const text = readFileSync(new URL('./wire-schema.gen.json', import.meta.url), 'utf8');
  const schema: unknown = JSON.parse(text);
  const section = (name: string) => (isObject(schema) && isObject(schema[name]) ? Object.entries(schema[name]) : []);
  const kinds = (fields: unknown) =>
    new Map(Object.entries(isObject(fields) ? fields : {}).map(([key, kind]) => [key, String(kind)]));
  return {
    messages: new Map(section('messages').map(([name, fields]) => [name, kinds(fields)])),
    enums: new Map(section('enums').map(([name, values]) => [name, Array.isArray(values) ? values.map(String) : []])),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
}
