import { hash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../base/context.ts';
import { isSecretPage } from '../../base/secret-addresses.ts';
import { plainHeaders } from '../wire/plain-headers.ts';

const FOLDER = join(import.meta.dirname, '../../../../dashboard/dist');
const PAGE = '/index.html';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const SMALLEST_COMPRESSED = 1_000;
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/** Stands in the built page wherever a nonce belongs; the build puts it there. */
const NONCE_PLACEHOLDER = 'sluice-style-nonce';
const NONCE_BYTES = 18;

const FRAMED_BY_NOBODY = { 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' };

/** Serves the built dashboard: its files from memory, its page for every other address a browser opens, and no more. */
export function mountDashboardFiles(
  app: FastifyInstance,
  { log, clock }: Services,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const files = existsSync(FOLDER) ? readFiles(FOLDER) : new Map<string, File>();
  const page = files.get(PAGE)?.bytes.toString();
  files.delete(PAGE);
  if (page === undefined) log.warn({ folder: FOLDER }, 'the dashboard has not been built');
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const file = reads ? files.get(path) : undefined;
    if (file) return sendFile(request, reply.headers(plainHeaders(clock)), file);
    const isPage = path === '/' || path === PAGE || isSecretPage(path);
    const opensPage = reads && (isPage || (request.headers.accept ?? '').includes('text/html'));
    if (!opensPage || page === undefined) return otherwise(request, reply);
    return sendPage(reply.headers(plainHeaders(clock)), page);
  });
}

/**
 * The page carries a nonce of its own each time, by which its scripts may add styles: whatever else gets into it may
 * neither run nor style anything. So it is never kept.
 */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  return reply
    .headers({
      ...FRAMED_BY_NOBODY,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(`'nonce-${nonce}'`),
      'cache-control': 'no-store',
    })
    .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
}

/** Pictures may be data: the charts of documents are. */
function policy(styles = ''): string {
  return [
    "default-src 'self'",
    `style-src 'self' ${styles}`.trimEnd(),
    "img-src 'self' data:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** A browser that has the file is told so; any other gets it compressed if it takes that. */
function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  reply.headers({
    ...FRAMED_BY_NOBODY,
    'content-security-policy': policy(),
    'content-type': file.type,
    'cache-control': file.cache,
    etag: file.tag,
    vary: 'accept-encoding',
  });
  if (headers['if-none-match'] === file.tag) return reply.code(304).send();
  const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
  if (!takesGzip || file.bytes.length < SMALLEST_COMPRESSED || !COMPRESSIBLE.test(file.type)) {
    return reply.send(file.bytes);
  }
  file.gzip ??= gzipSync(file.bytes);
  return reply.header('content-encoding', 'gzip').send(file.gzip);
}

interface File {
  bytes: Buffer;
  /** Made when first asked for. */
  gzip?: Buffer;
  tag: string;
  type: string;
  cache: string;
}

function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    const fingerprinted = address.startsWith('/assets/');
    const bytes = readFileSync(path);
    files.set(address, {
      bytes,
      tag: `"${hash('sha256', bytes, 'base64url')}"`,
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      cache: fingerprinted ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  }
  return files;
}
