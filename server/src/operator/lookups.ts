import { CommandRefused, type OperatorContext } from './command.ts';
import { organizationWithSlug } from './operator.store.ts';
import { teamNamed } from './staff.store.ts';

/** The id of an organization that must exist. */
export async function organizationOf({ db }: OperatorContext, slug: string): Promise<number> {
  const id = await organizationWithSlug(db, slug);
  if (id === undefined) throw new CommandRefused(`there is no organization ${slug}`);
  return id;
}

/** The id of a team that must exist. */
export async function teamOf({ db }: OperatorContext, name: string): Promise<number> {
  const id = await teamNamed(db, name);
  if (id === undefined) throw new CommandRefused(`there is no team ${name}`);
  return id;
}
