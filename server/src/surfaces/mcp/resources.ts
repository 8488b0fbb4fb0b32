import { ERRORS, type ErrorEntry } from '../../base/errors.ts';
import type { Operation } from '../../base/operation.ts';

/** A kind of thing that can be read by its address; what it holds is what an operation answers. */
export interface Template {
  uriTemplate: string;
  name: string;
  description: string;
  mimeType: string;
  /** The operation that reads it. */
  operation: string;
}

const TEMPLATES: readonly Template[] = [
  {
    uriTemplate: 'sluice://{organization}/campaigns/{campaign}',
    name: 'Campaign',
    description: 'A campaign in detail.',
    mimeType: 'application/json',
    operation: 'get_campaign',
  },
  {
    uriTemplate: 'sluice://{organization}/profile',
    name: 'Business profile',
    description: 'What is known of the business.',
    mimeType: 'application/json',
    operation: 'get_business_profile',
  },
  {
    uriTemplate: 'sluice://{organization}/reports/{type}/{report_id}',
    name: 'Report',
    description: 'A report, with its body as markdown.',
    mimeType: 'application/json',
    operation: 'get_report',
  },
  {
    uriTemplate: 'sluice://{organization}/strategies/{strategy_id}',
    name: 'Strategy',
    description: 'A strategy, with its body as markdown.',
    mimeType: 'application/json',
    operation: 'get_strategy',
  },
];

/** The error reference, which needs no organization. */
export const ERROR_REFERENCE = {
  uri: 'sluice://errors',
  name: 'Errors',
  description: 'Every error code, when it comes and what to do.',
  mimeType: 'text/markdown',
};

/** The templates whose operation exists. */
export function templatesOf(operations: readonly Operation[]): Template[] {
  const names = new Set(operations.map(({ name }) => name));
  return TEMPLATES.filter(({ operation }) => names.has(operation));
}

/** What an address names: a template with its parts; undefined where nothing has that shape. */
export function matchUri(
  templates: readonly Template[],
  uri: string,
): { template: Template; uri: string; parts: Record<string, string> } | undefined {
  for (const template of templates) {
    const pattern = template.uriTemplate.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
    const match = new RegExp(`^${pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?#]+)')}$`).exec(uri);
    const parts = match && decoded(match.groups ?? {});
    if (parts) return { template, uri, parts };
  }
  return undefined;
}

/** Undefined where a part is not written as addresses are, or holds what no name can. */
function decoded(parts: Record<string, string>): Record<string, string> | undefined {
  try {
    const named = Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)]);
    return named.some(([, part]) => part?.includes('\0')) ? undefined : Object.fromEntries(named);
  } catch {
    return undefined;
  }
}

/** The error reference as markdown. */
export function errorReference(): string {
  const entries: [string, ErrorEntry][] = Object.entries(ERRORS);
  const sections = entries.map(([code, { status, when, remedy }]) => `## ${code}\n\nHTTP ${status}. ${when} ${remedy}`);
  return `# Errors\n\n${sections.join('\n\n')}\n`;
}
