import { type Amount, amount } from '../base/amounts.ts';
import type { Tenancy } from '../base/context.ts';
import { Refusal } from '../base/errors.ts';
import { visible } from '../base/visible-text.ts';
import type { ChangeEvent } from '../ports/ad-platform.ts';
import type { CampaignRow } from './campaign.store.ts';
import type { Setting } from './decided-on.ts';
import { type KnownPart, partsKnownAs } from './known-parts.store.ts';

const MOST_SHOWN = 20;
const MICROS = 1_000_000;
const MICROS_FIELDS: Readonly<Record<string, string>> = {
  amountMicros: 'budget',
  cpcBidMicros: 'cpc_bid',
  'maximizeConversions.targetCpaMicros': 'target_cpa',
  'targetCpa.targetCpaMicros': 'target_cpa',
};

type Value = string | Amount | null;

/** A change that somebody made in the platform, as a sync_conflict tells it. */
export interface ChangeThere {
  at: string;
  operation: string;
  /** What was changed: the campaign, its budget, or something below it. */
  resource: string;
  /** What it is called, or its text; null where nobody knows. */
  name: string | null;
  /** null where the whole was created or removed. */
  field: string | null;
  from: Value;
  to: Value;
}

/** Refuses a change that started from something that is no longer so in the platform. */
export function conflict(changes: readonly ChangeThere[]): Refusal {
  return new Refusal('sync_conflict', 'The campaign was changed in the ad platform since it was last synced.', {
    extra: { changes: changes.slice(0, MOST_SHOWN) },
  });
}

/** Events of the platform in our words; what it does not name in them is looked up among what we know of the campaign. */
export async function inOurWords(
  events: readonly ChangeEvent[],
  campaign: CampaignRow,
  tenancy: Tenancy,
): Promise<ChangeThere[]> {
  const shown = events.slice(0, MOST_SHOWN);
  const ids = shown.flatMap(({ thing }) => thing.knownAs);
  const known = ids.length > 0 ? await partsKnownAs(tenancy, campaign.id, ids) : [];
  return shown.map((event) => changeOf(event, campaign, known));
}

/** Whether an event is a change of that setting of a campaign. */
export function changesSetting({ thing: { kind }, field }: ChangeEvent, setting: Setting): boolean {
  const [named] = fieldNamed(field, kind);
  return named === setting && kind === (setting === 'budget' ? 'budget' : 'campaign');
}

function changeOf(event: ChangeEvent, campaign: CampaignRow, known: readonly KnownPart[]): ChangeThere {
  const { at, operation, thing } = event;
  const ours = known.find(({ platform_id }) => thing.knownAs.includes(platform_id));
  const resource = ours?.kind ?? thing.kind;
  const isWhole = resource === 'campaign' || resource === 'budget';
  const name = shownText(isWhole ? campaign.name : (ours?.name ?? thing.name));
  const about = { at, operation, resource, name };
  if (operation === 'create') return { ...about, field: null, from: null, to: name };
  if (operation === 'remove') return { ...about, field: null, from: name, to: null };
  return { ...about, ...fieldOf(event, resource) };
}

/** A field as we would name it; what has no name here is told as the platform tells it. */
function fieldOf(
  { field, oldValue, newValue }: ChangeEvent,
  resource: string,
): Pick<ChangeThere, 'field' | 'from' | 'to'> {
  const [named, read] = fieldNamed(field, resource);
  return { field: named, from: read(oldValue), to: read(newValue) };
}

function fieldNamed(
  field: string | null,
  resource: string,
): [name: string | null, read: (text: string | null) => Value] {
  if (field === 'status') return ['state', resource === 'campaign' ? campaignState : lowerCase];
  const money = MICROS_FIELDS[field ?? ''];
  return money ? [money, units] : [field, shownText];
}

function campaignState(status: string | null): string | null {
  return status === 'ENABLED' ? 'live' : lowerCase(status);
}

function lowerCase(status: string | null): string | null {
  return status?.toLowerCase() ?? null;
}

function units(micros: string | null): Amount | null {
  return micros === null ? null : amount(Number(micros) / MICROS);
}

function shownText(text: string | null): string | null {
  return text === null ? null : visible(text);
}
