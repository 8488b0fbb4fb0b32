import { CommandRefused, type OperatorContext } from './command.ts';
import { organizationWithSlug } from './operator.store.ts';
import { teamNamed } from './staff.store.ts';

/** The id of an organization that must exist. */
export async function organizationOf({ db }: OperatorContext, slug: string): Promise<number> {
  const row = await db.row(organizationWithSlug, slug);
  if (!row) throw new CommandRefused(`there is no organization ${slug}`);
  return row.id;
}

/** The id of a team that must exist. */
export async function teamOf({ db }: OperatorContext, name: string): Promise<number> {
  const row = await db.row(teamNamed, name);
  if (!row) throw new CommandRefused(`there is no team ${name}`);
  return row.id;
}
