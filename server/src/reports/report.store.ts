import type { Tenancy } from '../base/context.ts';
import { columns, statement } from '../base/database.ts';
import { dayText } from '../base/days.ts';
import { newId } from '../base/ids.ts';
import type { Days } from '../documents/numbers.ts';
import type { Written } from '../documents/page.ts';
import type { ReportType } from './report-types.ts';
import { SOURCES } from './sections/writing.ts';

const begin = statement<
  [organizationId: number, id: string, type: string, from: string, to: string, at: Date],
  { id: string; generated_at: string | null }
>(`
  insert into report as r (organization_id, id, type, period_start, period_end, created_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (organization_id, type, period_start) do update set type = excluded.type
  returning r.id, r.generated_at`);

/** The report of a type and period, made where there is none yet: whoever asks at the same time gets the same one. */
export async function reportOfPeriod(
  { db, organizationId }: Tenancy,
  type: ReportType,
  { from, to }: Days,
  at: number,
): Promise<{ id: string; generated_at: string | null }> {
  const report = await db.row(begin, organizationId, newId('rep', at), type, dayText(from), dayText(to), new Date(at));
  if (!report) throw new Error('a report was not begun');
  return report;
}

const save = statement<[organizationId: number, id: string, at: Date, markdown: string, facts: string], never>(`
  update report set generated_at = $3, markdown = $4, facts = $5 where organization_id = $1 and id = $2`);

/** Replaces what a report holds, all at once: until then the old one can be read, whole. */
export async function saveReport(
  { db, organizationId }: Tenancy,
  id: string,
  { markdown, facts }: Written,
  at: number,
): Promise<void> {
  await db.execute(save, organizationId, id, new Date(at), markdown, JSON.stringify(facts));
}

/** A report as a list shows it. */
export interface ReportRow {
  id: string;
  type: ReportType;
  generated_at: string;
}

const ROW = columns<ReportRow>({ id: 'id', type: 'type', generated_at: 'generated_at' });
const MADE = 'organization_id = $1 and type = $2 and generated_at is not null';

const page = statement<
  [organizationId: number, type: string, afterStart: string | null, limit: number],
  ReportRow & { period_start: string }
>(`
  select ${ROW}, period_start from report
  where ${MADE} and period_start < coalesce($3::date, 'infinity')
  order by period_start desc limit $4`);
const count = statement<[organizationId: number, type: string], { total: number }>(
  `select count(*)::integer as total from report where ${MADE}`,
);

/** A stretch of the reports of a type, the newest period first. */
export async function reportPage(
  { db, organizationId }: Tenancy,
  type: ReportType,
  afterStart: string | undefined,
  limit: number,
): Promise<{ rows: (ReportRow & { period_start: string })[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.rows(page, organizationId, type, afterStart ?? null, limit),
    db.row(count, organizationId, type),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** A report with its body. */
export interface ReportWithBody extends ReportRow {
  markdown: string;
}

const one = statement<[organizationId: number, type: string, id: string], ReportWithBody>(
  `select ${ROW}, markdown from report where ${MADE} and id = $3`,
);
const latest = statement<[organizationId: number, type: string], ReportWithBody>(
  `select ${ROW}, markdown from report where ${MADE} order by period_start desc limit 1`,
);

/** One report of a type, or the newest where none is named; undefined where it was not written yet. */
export function findReport(
  { db, organizationId }: Tenancy,
  type: ReportType,
  id: string | undefined,
): Promise<ReportWithBody | undefined> {
  return id === undefined ? db.row(latest, organizationId, type) : db.row(one, organizationId, type, id);
}

const madeOf = statement<[organizationId: number, type: string, from: string, early: string], { early: boolean }>(
  `select coalesce(facts @> $4::jsonb, false) as early from report where ${MADE} and period_start = $3`,
);
const EARLY = JSON.stringify([{ source: SOURCES.accountsEarly }]);

/** Whether the report of a period was written before its last figures were in; undefined where none was written. */
export async function wasMadeEarly(
  { db, organizationId }: Tenancy,
  type: ReportType,
  { from }: Days,
): Promise<boolean | undefined> {
  return (await db.row(madeOf, organizationId, type, dayText(from), EARLY))?.early;
}

type DatedReport = ReportRow & { period_start: string; period_end: string };

const MADE_OF_ANY = 'organization_id = $1 and generated_at is not null and ($2::text is null or type = $2)';

const anyPage = statement<
  [organizationId: number, type: string | null, generatedAt: string | null, id: string | null, limit: number],
  DatedReport
>(`
  select ${ROW}, period_start, period_end from report
  where ${MADE_OF_ANY} and ($3::timestamptz is null or (generated_at, id) < ($3, $4))
  order by generated_at desc, id desc limit $5`);
const countOfAny = statement<[organizationId: number, type: string | null], { total: number }>(
  `select count(*)::integer as total from report where ${MADE_OF_ANY}`,
);

/** A stretch of the reports of one type or of all, the one written last first. */
export async function allReportsPage(
  { db, organizationId }: Tenancy,
  {
    type,
    after,
    limit,
  }: { type: ReportType | null; after?: { generatedAt: string; id: string } | undefined; limit: number },
): Promise<{ rows: DatedReport[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.rows(anyPage, organizationId, type, after?.generatedAt ?? null, after?.id ?? null, limit),
    db.row(countOfAny, organizationId, type),
  ]);
  return { rows, total: counted?.total ?? 0 };
}
