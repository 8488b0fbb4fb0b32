import { api, type OrganizationDetail } from '../../api.ts';
import { call, failureIn } from '../../call.ts';
import { isSame } from '../../changes/changed-since.tsx';
import { errorWords, isUncertain, notDone } from '../../changes/error-words.ts';
import { useNotifications } from '../../notifications/notifications.tsx';
import { useOrganization } from '../../organization.tsx';

type Settings = Pick<OrganizationDetail, 'name' | 'max_spend' | 'api_budget_change_limit_pct'>;

const WORDS: Record<keyof Settings, string> = {
  name: 'the name',
  max_spend: 'the monthly cap',
  api_budget_change_limit_pct: 'the limit of one change',
};

interface Taken<Fields> {
  /** What it was before. */
  before: Fields;
  /** What was saved, and nothing else. */
  made: Partial<Fields>;
  /** What is said when all of it is as before. */
  undone: string;
}

/** Takes back what was saved of the settings; what somebody has set otherwise since is theirs, and stays. */
export function useTakeBack<Fields extends Partial<Settings>>(
  set: (fields: Partial<Fields>) => Promise<unknown>,
): (taken: Taken<Fields>) => void {
  const { slug: org } = useOrganization();
  const { notify } = useNotifications();

  async function takeBack({ before, made, undone }: Taken<Fields>): Promise<void> {
    const now: Settings = await call(api.getOrganization, { org });
    const back: Partial<Fields> = { ...before };
    for (const field of FIELDS) if (!isSame(now[field], made[field])) delete back[field];
    const others = FIELDS.filter((field) => made[field] !== undefined && !(field in back)).map((field) => WORDS[field]);
    const any = Object.keys(back).length > 0;
    if (any) await set(back);
    const left =
      others.length > 0 ? `Somebody has changed ${others.join(' and ')} since: that was left alone.` : undone;
    notify({ tone: any ? 'good' : 'bad', title: any ? 'Undone' : 'Not undone', text: left });
  }

  return (taken) => {
    takeBack(taken).catch((error: unknown) => {
      const failure = failureIn(error);
      notify({ tone: 'bad', title: notDone('undone', isUncertain(failure)), text: errorWords(failure) });
    });
  };
}

const FIELDS = ['name', 'max_spend', 'api_budget_change_limit_pct'] as const;
