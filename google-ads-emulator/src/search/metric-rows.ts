import { DAY_MS } from '../clock.ts';
import type { DayRange } from '../gaql/date-range.ts';
import type { RowTest } from '../gaql/matches.ts';
import type { ResourceScope } from '../gaql/scopes.ts';
import type { JsonObject } from '../json.ts';
import { textAt } from '../json.ts';
import { addReported, type Leaf, noTotals, type Stream, type Totals } from '../metrics/leaf.ts';
import type { PerformanceModel } from '../metrics/model.ts';
import { AdRotation } from './ad-rotation.ts';
import type { ResultRow } from './result-row.ts';
import { searchTermRow } from './search-term-row.ts';
import { Segmentation } from './segmentation.ts';

/** What to sum: the days, the level, the segments, and the entities that passed the filters. */
export interface MetricRequest {
  model: PerformanceModel;
  level: ResourceScope['level'];
  days: DayRange;
  segments: readonly string[];
  now: number;
  entities: readonly JsonObject[];
  matchesAttributes: RowTest;
}

/** Sums leaves into rows. Segmented reports and search terms show only what delivered; others keep zero rows. */
export function metricRows(request: MetricRequest): ResultRow[] {
  const entities = request.level === 'search_term' ? searchTermEntities(request) : knownEntities(request);
  const segmentation = new Segmentation(request.model.account, request.segments);
  const groups = new Map<Entity, Map<string | number, Group>>();
  const nowInDays = request.model.account.time.local(request.now) / DAY_MS;
  for (const leaf of leavesIn(request, nowInDays)) {
    const entity = entities.of(leaf);
    if (!entity) continue;
    const group = groupOf(groups, entity, segmentation, leaf);
    addReported(group.totals, leaf, nowInDays);
  }
  return rowsOf(request, entities, groups);
}

function rowsOf(
  request: MetricRequest,
  entities: Entities,
  groups: Map<Entity, Map<string | number, Group>>,
): ResultRow[] {
  const rows: ResultRow[] = [];
  const isSegmented = request.segments.length > 0;
  for (const entity of entities.all()) {
    const delivered = [...(groups.get(entity)?.values() ?? [])].filter(({ totals }) => totals.impressions > 0);
    for (const { segments, totals } of delivered) {
      for (const base of entity.rows) rows.push({ base, totals, ...(isSegmented && { segments }) });
    }
    const keepsZero = !isSegmented && request.level !== 'search_term';
    if (delivered.length === 0 && keepsZero) for (const base of entity.rows) rows.push({ base, totals: noTotals() });
  }
  return rows;
}

/** Something that leaves add up to. */
interface Entity {
  rows: JsonObject[];
}

interface Entities {
  of(leaf: Leaf): Entity | undefined;
  all(): Iterable<Entity>;
}

interface Group {
  segments: JsonObject;
  totals: Totals;
}

function knownEntities({ model, level, entities }: MetricRequest): Entities {
  const known = new Map<string, Entity>();
  for (const row of entities) {
    const key = rowKey(level, row);
    const entity = known.get(key) ?? { rows: [] };
    entity.rows.push(row);
    known.set(key, entity);
  }
  const rotation = new AdRotation(model.account);
  const keyOf = (leaf: Leaf) => (level === 'ad' ? rotation.adOf(leaf) : streamKey(level, leaf.stream));
  return { of: (leaf) => known.get(keyOf(leaf)), all: () => known.values() };
}

function searchTermEntities({ model, matchesAttributes }: MetricRequest): Entities {
  const known = new Map<string, Map<string, Entity | undefined>>();
  const of = ({ stream }: Leaf): Entity | undefined => {
    if (stream.term.hidden) return undefined;
    const terms = known.get(stream.adGroup) ?? new Map<string, Entity | undefined>();
    known.set(stream.adGroup, terms);
    if (terms.has(stream.term.text)) return terms.get(stream.term.text);
    const row = searchTermRow(model.account, stream);
    const entity = matchesAttributes(row) ? { rows: [row] } : undefined;
    terms.set(stream.term.text, entity);
    return entity;
  };
  function* all(): Generator<Entity> {
    for (const terms of known.values()) for (const entity of terms.values()) if (entity) yield entity;
  }
  return { of, all };
}

function groupOf(
  groups: Map<Entity, Map<string | number, Group>>,
  entity: Entity,
  segmentation: Segmentation,
  leaf: Leaf,
): Group {
  const inside = groups.get(entity) ?? new Map<string | number, Group>();
  groups.set(entity, inside);
  const key = segmentation.key(leaf);
  const known = inside.get(key);
  if (known) return known;
  const made = { segments: segmentation.values(leaf), totals: noTotals() };
  inside.set(key, made);
  return made;
}

function* leavesIn({ model, days, level, entities }: MetricRequest, nowInDays: number): Generator<Leaf> {
  const campaigns = new Set<string>();
  const isAccountWide = level === 'customer' || level === 'search_term';
  if (isAccountWide)
    for (const campaign of model.account.all('campaigns')) campaigns.add(textAt(campaign, 'resourceName'));
  else for (const row of entities) campaigns.add(textAt(row, 'campaign', 'resourceName'));
  for (const campaign of campaigns) {
    for (let day = days.first; day <= days.last; day += 1) yield* model.leaves(campaign, day, nowInDays);
  }
}

function rowKey(level: ResourceScope['level'], row: JsonObject): string {
  if (level === 'campaign') return textAt(row, 'campaign', 'resourceName');
  if (level === 'ad_group') return textAt(row, 'adGroup', 'resourceName');
  if (level === 'ad') return textAt(row, 'adGroupAd', 'resourceName');
  return level === 'keyword' ? textAt(row, 'adGroupCriterion', 'resourceName') : '';
}

function streamKey(level: ResourceScope['level'], stream: Stream): string {
  if (level === 'campaign') return stream.campaign;
  if (level === 'ad_group') return stream.adGroup;
  return level === 'keyword' ? stream.keyword : '';
}
