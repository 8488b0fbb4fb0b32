import { invalidWhole, Refusal } from '../base/errors.ts';
import type { Guardrail } from '../writes/step.ts';
import { type CampaignRow, findCampaignById } from './campaign.store.ts';
import { launchUnknown } from './launch-unknown.ts';

/** Why the ad platform takes nothing of a campaign any more: it would decline a change of it as it declines wrong values. */
export function removedThere(
  { platform_state }: Pick<CampaignRow, 'platform_state'>,
  code: 'validation_error' | 'not_supported',
): Refusal | undefined {
  if (platform_state !== 'removed') return undefined;
  const message = 'The campaign was removed in the ad platform.';
  return code === 'validation_error' ? invalidWhole('body', message) : new Refusal(code, message);
}

/** For every step that does not move the state: what was launched must have arrived, and what the platform is told of be there. */
export function stillThere<Details extends { campaign_id: number }>(
  reaches: (details: Details) => boolean,
): Guardrail<Details> {
  return {
    when: 'always',
    async check(details, context) {
      const campaign = await findCampaignById(context, details.campaign_id);
      if (!campaign) return undefined;
      return (
        (await launchUnknown(campaign, context)) ??
        (reaches(details) ? removedThere(campaign, 'validation_error') : undefined)
      );
    },
  };
}
