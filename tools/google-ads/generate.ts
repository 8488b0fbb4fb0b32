/**
 * Writes the wire types of the Google Ads REST interface from Google's own proto descriptors, so that nobody types a
 * field name or an enum value by hand. The npm package that carries the descriptors is far too large to depend on; it
 * is fetched only when the types are regenerated:
 *
 *   mkdir -p /tmp/google-ads-protos && cd /tmp/google-ads-protos
 *   npm pack google-ads-node@25.1.0 && tar xzf google-ads-node-25.1.0.tgz
 *   cd <project> && npx node tools/google-ads/generate.ts /tmp/google-ads-protos/package/build/protos/protos.json
 *   npx biome check --write server/test/google-ads
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { surface } from './surface.ts';

const API_VERSION = 'v25';
const PACKAGE = `google.ads.googleads.${API_VERSION}`;
/** Carried by the address, never by the body. */
const PATH_FIELDS = ['customer_id'];
const NAMESPACES = ['common', 'resources', 'enums', 'errors', 'services'];

type Json = { readonly [key: string]: unknown };
type Field = { readonly name: string; readonly type: string; readonly repeated: boolean };
/** Message name → field name → kind; a kind is a scalar, `enum X` or a message name, with `[]` when repeated. */
type Schema = { messages: Record<string, Record<string, string>>; enums: Record<string, string[]> };

/** Proto type → kind in the schema. */
const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  bytes: 'string',
  bool: 'bool',
  int32: 'int32',
  uint32: 'int32',
  int64: 'int64',
  uint64: 'int64',
  float: 'double',
  double: 'double',
  'google.protobuf.FieldMask': 'mask',
  'google.protobuf.Duration': 'duration',
  'google.rpc.Status': 'RpcStatus',
};

/** Kind in the schema → TypeScript type, for what is neither an enum nor a message. */
const scalarTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int32: 'number',
  double: 'number',
  int64: 'string',
  mask: 'string',
  duration: 'string',
  json: '{ [key: string]: unknown }',
  any: '{ [key: string]: unknown }',
};

const descriptorPath = process.argv[2];
if (descriptorPath === undefined) throw new Error('usage: generate.ts <path to protos.json>');
const root: unknown = JSON.parse(readFileSync(descriptorPath, 'utf8'));
const schema = describe(root);
const types = renderTypes(schema);
write('server/src/adapters/google-ads/wire.gen.ts', types);
write('google-ads-emulator/src/wire.gen.ts', types);
write('server/test/adapters/google-ads/wire-schema.gen.json', `${JSON.stringify(schema)}\n`);
console.log(`${Object.keys(schema.messages).length} messages, ${Object.keys(schema.enums).length} enums`);

function describe(descriptors: unknown): Schema {
  const result: Schema = { messages: { ...restFraming() }, enums: {} };
  for (const [message, wanted] of Object.entries(surface)) {
    const declared = fieldsOf(lookUp(descriptors, `${PACKAGE}.${message}`), message);
    const names = wanted === 'all' ? declared.map((field) => field.name) : wanted;
    const kinds: Record<string, string> = {};
    for (const name of names) {
      if (PATH_FIELDS.includes(name)) continue;
      const field = declared.find((candidate) => candidate.name === name);
      if (field === undefined) throw new Error(`${message} has no field ${name}`);
      kinds[camelCase(name)] = kindOf(descriptors, field, message, result) + (field.repeated ? '[]' : '');
    }
    result.messages[typeName(message)] = kinds;
  }
  const clash = Object.keys(result.enums).find((name) => name in result.messages);
  if (clash !== undefined) throw new Error(`${clash} names both a message and an enum`);
  return result;
}

/** What REST puts around the messages: the error envelope and google.rpc.Status, which are no Google Ads messages. */
function restFraming(): Schema['messages'] {
  return {
    RpcStatus: { code: 'int32', message: 'string', status: 'string', details: 'any[]' },
    ErrorBody: { error: 'RpcStatus' },
  };
}

function kindOf(descriptors: unknown, field: Field, message: string, found: Schema): string {
  const scalar = scalars[field.type];
  if (scalar !== undefined) return scalar;
  const [path, descriptor] = resolve(descriptors, field.type, message);
  if (isJson(descriptor.values)) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const values = Object.keys(descriptor.values);
    const known = found.enums[name];
    if (known !== undefined && known.join() !== values.join()) throw new Error(`two enums are named ${name}`);
    found.enums[name] = values;
    return `enum ${name}`;
  }
  const key = path.slice(PACKAGE.length + 1);
  return key in surface ? typeName(key) : 'json';
}

/** Proto scoping: the innermost scope that knows the name wins. */
function resolve(descriptors: unknown, type: string, message: string): [string, Json] {
  const scope = `${PACKAGE}.${message}`.split('.');
  const candidates = scope.map((_, depth) => [...scope.slice(0, scope.length - depth), type].join('.'));
  candidates.push(type, ...NAMESPACES.map((namespace) => `${PACKAGE}.${namespace}.${type}`));
  for (const path of candidates) {
    const descriptor = lookUp(descriptors, path);
    if (descriptor !== undefined && ('fields' in descriptor || 'values' in descriptor)) return [path, descriptor];
  }
  throw new Error(`${message}: cannot find ${type}`);
}

function lookUp(descriptors: unknown, path: string): Json | undefined {
  let current: unknown = descriptors;
  for (const part of path.split('.')) {
    const nested = isJson(current) ? current.nested : undefined;
    current = isJson(nested) ? nested[part] : undefined;
  }
  return isJson(current) ? current : undefined;
}

function fieldsOf(descriptor: Json | undefined, message: string): Field[] {
  if (descriptor === undefined || !isJson(descriptor.fields)) throw new Error(`no message ${message}`);
  return Object.entries(descriptor.fields).map(([name, field]) => {
    if (!isJson(field) || typeof field.type !== 'string') throw new Error(`${message}.${name} is unreadable`);
    return { name, type: field.type, repeated: field.rule === 'repeated' };
  });
}

function renderTypes({ messages, enums }: Schema): string {
  const lines = [
    `// Generated by tools/google-ads/generate.ts from the protos of Google Ads API ${API_VERSION}. Do not edit.`,
    '',
  ];
  for (const [name, kinds] of Object.entries(messages)) {
    const members = Object.entries(kinds).map(([key, kind]) => `  ${key}?: ${typeOf(kind)};`);
    lines.push(`export interface ${name} {`, ...members, '}');
  }
  for (const [name, values] of Object.entries(enums)) {
    lines.push(`export type ${name} =`, ...values.map((value) => `  | '${value}'`));
    lines.push(`${lines.pop()};`);
  }
  return `${lines.join('\n')}\n`;
}

function typeOf(kind: string): string {
  if (kind.endsWith('[]')) return `${typeOf(kind.slice(0, -2))}[]`;
  if (kind.startsWith('enum ')) return kind.slice('enum '.length);
  return scalarTypes[kind] ?? kind;
}

/** `resources.Campaign.NetworkSettings` → `CampaignNetworkSettings`. */
function typeName(message: string): string {
  return message.split('.').slice(1).join('');
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function write(path: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text);
}
