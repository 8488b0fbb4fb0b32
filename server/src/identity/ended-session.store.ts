import { type Queryable, statement } from '../base/database.ts';

const find = statement<[id: string], { id: string }>('select id from ended_session where id = $1 and not still_wanted');

/** Whether a session is not trusted any more; not where its person only signed out, or it ran out. */
export async function wasEnded(db: Queryable, id: string): Promise<boolean> {
  return (await db.row(find, id)) !== undefined;
}
