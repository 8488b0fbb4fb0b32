import { z } from 'zod';
import { isTopic, type Topic } from '../base/topics.ts';

/** What changed in some organizations. */
export type Changed = Map<number, Set<Topic>>;

/** What processes tell each other: what changed, or whose access did. */
export type Notice = { changed: [organizationId: number, topics: Topic[]][] } | AccessNotice | { everybody: true };

/** Whose access changed; where it is access to one organization, to which. */
export interface AccessNotice {
  person: number;
  organization?: number | undefined;
}

const shape = z.union([
  z.object({ changed: z.array(z.tuple([z.int(), z.array(z.string())])) }),
  z.object({ person: z.int(), organization: z.int().optional() }),
  z.object({ everybody: z.literal(true) }),
]);

/** PostgreSQL takes notices of fewer than 8000 bytes; an organization with every topic takes a few hundred. */
const MOST_ORGANIZATIONS = 25;

/** Writes changes as notices: as few as hold them all. */
export function noticesOf(changed: Changed): string[] {
  const entries = [...changed].map(([organizationId, topics]) => [organizationId, [...topics]]);
  const notices: string[] = [];
  while (entries.length > 0) notices.push(JSON.stringify({ changed: entries.splice(0, MOST_ORGANIZATIONS) }));
  return notices;
}

/** Reads a notice; undefined where it is none that this process knows. */
export function readNotice(payload: string): Notice | undefined {
  const { data } = shape.safeParse(parsed(payload));
  if (!data || !('changed' in data)) return data;
  return { changed: data.changed.map(([organizationId, topics]) => [organizationId, topics.filter(isTopic)]) };
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
