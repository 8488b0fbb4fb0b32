import { type Queryable, statement } from '../base/database.ts';

/** What was asked for in one that was closed is wanted until its person has ended all once more than by then. */
const find = statement<[id: string], { id: string }>(`
  select e.id from ended_session e join person p on p.id = e.person_id
  where e.id = $1 and (not e.still_wanted or e.endings < p.endings)`);

/** Whether a session is not trusted any more; not where its person only signed out, or it ran out. */
export async function wasEnded(db: Queryable, id: string): Promise<boolean> {
  return (await db.row(find, id)) !== undefined;
}
