import { randomUUID } from 'node:crypto';
import { editThere } from './model.ts';
import type { Campaign } from './organization-model.ts';
import type { Step } from './sequences.ts';
import type { Stage } from './stage.ts';

/** Somebody edits a campaign in the platform's own interface, and in the model. */
export async function editInPlatform(
  { writes, books }: Stage,
  accountId: string,
  campaign: Campaign,
  { what, amount }: Pick<Extract<Step, { do: 'edit there' }>, 'what' | 'amount'>,
): Promise<void> {
  if (!campaign.there) return;
  const { name, running, budget } = campaign.there;
  const edit = async (field: string, value: string | number) => {
    await writes.emulator.control('external-edit', { customer_id: accountId, campaign: name, field, value });
  };
  if (what === 'name') {
    await edit('name', `${campaign.slug} there ${amount}-${randomUUID().slice(0, 4)}`);
    const names = [...(await books.campaigns(accountId)).keys()];
    editThere(campaign, { name: names.find((one) => one.startsWith(`${campaign.slug} there ${amount}-`)) ?? '' });
  } else if (what === 'budget') {
    const value = amount === budget ? amount + 1 : amount;
    await edit('budget', value);
    editThere(campaign, { budget: value });
  } else {
    await edit('status', running ? 'PAUSED' : 'ENABLED');
    editThere(campaign, { running: !running });
  }
}
