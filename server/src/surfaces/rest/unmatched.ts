import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { notFound, Refusal } from '../../base/errors.ts';
import { type Operation, read } from '../../base/operation.ts';

/** What is mounted below a prefix. */
interface Mounted {
  prefix: string;
  operations: readonly Operation[];
}

/** The path of a request, without what is asked of it. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}

/** A path that has a route for the method and still did not match it holds a parameter that cannot be read. */
export function unmatched(request: FastifyRequest, surface: Mounted): { operation: Operation; decode: () => object } {
  const path = pathOf(request).slice(surface.prefix.length);
  const allowed: string[] = surface.operations
    .filter(({ rest }) =>
      new RegExp(`^${rest.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path),
    )
    .map(({ rest }) => rest.method);
  const unreadable = allowed.includes(request.method === 'HEAD' ? 'GET' : request.method);
  if (surface.operations.length === 0) return { operation: unknownAddress, decode: () => ({}) };
  if (unreadable || allowed.length === 0) return { operation: unknownPath, decode: () => ({}) };
  const allow = [...new Set(allowed)].join(', ');
  return { operation: unknownMethod, decode: () => refuseMethod(allow) };
}

function refuseMethod(allow: string): never {
  throw new Refusal('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } });
}

/** Stands in for an operation where no path matches, so that such requests pass the same gate and leave an event. */
const unknownPath = read({
  name: 'unknown_path',
  summary: 'Unknown path',
  description: 'Not an operation.',
  rest: 'GET /*',
  tool: null,
  scope: null,
  organization: 'caller',
  input: z.object({}),
  output: z.object({}),
  run: () => Promise.reject(notFound('That path')),
});

const unknownMethod = { ...unknownPath, name: 'unknown_method' };
/** Where there is nothing for anybody, nobody is asked who they are. */
const unknownAddress = { ...unknownPath, audience: 'public' as const };
