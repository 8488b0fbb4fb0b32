import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import type { HttpAnswer } from './client.ts';

const json = z.record(z.string(), z.unknown());
const response = z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: json })) });
const operation = z.looseObject({
  operationId: z.string(),
  responses: z.record(z.string(), response),
  'x-error-codes': z.array(z.string()),
});
const documentShape = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: json }),
});

/** The parts of an OpenAPI document that answers are held against. */
export type OpenApiDocument = z.infer<typeof documentShape>;

/** Reads a document; throws where it is none. */
export function parseOpenApi(document: unknown): OpenApiDocument {
  return documentShape.parse(document);
}

const ROOT = 'sluice';

const checks = new Map<string, OpenApiCheck>();

/** The check of a description; services that describe themselves alike share one, with the schemas it has compiled. */
export function openApiCheck(prefix: string, document: OpenApiDocument): OpenApiCheck {
  const key = `${prefix} ${JSON.stringify({ ...document, servers: [] })}`;
  const check = checks.get(key) ?? new OpenApiCheck(prefix, document);
  checks.set(key, check);
  return check;
}

/** Holds the answers under one prefix against the description that the service gives of itself. */
export class OpenApiCheck {
  readonly prefix: string;
  #document: OpenApiDocument;
  #ajv: Ajv2020;
  #templates: [template: string, pattern: RegExp][];

  constructor(prefix: string, document: OpenApiDocument) {
    this.prefix = prefix;
    this.#document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: ROOT, ...this.#document });
    this.#templates = Object.keys(this.#document.paths)
      .sort((one, other) => one.split('{').length - other.split('{').length)
      .map((template) => [template, new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)]);
  }

  check(method: string, path: string, answer: HttpAnswer): void {
    if (method === 'HEAD') return;
    const what = `${method} ${path} answered ${answer.status}`;
    const media = (answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    if (media === 'text/csv' || media === 'text/event-stream') {
      this.#validator(method, path, answer.status, media, what);
      return;
    }
    assert.equal(media, 'application/json', what);
    if (this.prefix === '/v1') this.#checkCode(method, path, answer);
    const validate = this.#validator(method, path, answer.status, media, what);
    assert.ok(validate(answer.json), `${what}: ${this.#ajv.errorsText(validate.errors)}\n${answer.text.slice(0, 500)}`);
  }

  /** An operation that keys can call lists every code that it refuses with. */
  #checkCode(method: string, path: string, { error: { code } }: HttpAnswer): void {
    const template = this.#templateOf(path);
    const described = template && this.#document.paths[template]?.[method.toLowerCase()];
    if (!described || typeof code !== 'string') return;
    const { operationId, 'x-error-codes': codes } = described;
    assert.ok(codes.includes(code), `${operationId} answered ${code}, which error-codes.ts does not list for it`);
  }

  #templateOf(path: string): string | undefined {
    const relative = path.split('?', 1)[0]?.slice(this.prefix.length) ?? '';
    return this.#templates.find(([, pattern]) => pattern.test(relative))?.[0];
  }

  #validator(method: string, path: string, status: number, media: string, what: string): ValidateFunction {
    const pointer = this.#describedAt(method, path, status, media);
    if (pointer === undefined) assert.ok(status >= 400, `${what}, which the document does not describe (${media})`);
    const validate = this.#ajv.getSchema(`${ROOT}#${pointer ?? '/components/schemas/Error'}`);
    assert.ok(validate, `${what}: nothing at ${pointer}`);
    return validate;
  }

  /** Where the schema of this answer stands; undefined when the path belongs to no operation. */
  #describedAt(method: string, path: string, status: number, media: string): string | undefined {
    const template = this.#templateOf(path);
    const entry = template ? this.#document.paths[template]?.[method.toLowerCase()] : undefined;
    if (!template || !entry) return undefined;
    const code = [String(status), `${String(status)[0]}XX`].find((one) => entry.responses[one]?.content[media]);
    if (code === undefined) return undefined;
    const parts = ['paths', template, method.toLowerCase(), 'responses', code, 'content', media, 'schema'];
    return parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  }
}
