import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { Empty } from '../../parts/states.tsx';

/** What will be here, and the one step that fills it. */
export function NoFiguresYet({ accounts, attention }: Pick<Overview, 'accounts' | 'attention'>) {
  const { slug } = useOrganization();
  const linked = accounts.some(({ status }) => status === 'linked');
  const tooLarge = attention.some(({ kind }) => kind === 'account_too_large');
  return (
    <Section flush>
      <Empty
        icon={pageIcons.performance}
        title="No figures yet"
        action={
          !linked && (
            <Button renderRoot={(props) => <Link {...props} to={`/o/${slug}/settings/ad-account`} />}>
              Connect an ad account
            </Button>
          )
        }
      >
        {wordsOf(linked, tooLarge)}
      </Empty>
    </Section>
  );
}

function wordsOf(linked: boolean, tooLarge: boolean): string {
  if (tooLarge) {
    return 'The ad account is connected, but holds more keywords and ads than can be read at once. Remove in Google Ads what is not needed, then sync it again under Settings.';
  }
  return linked
    ? 'The ad account is connected. Its figures come in within the hour, and are shown here as soon as they do.'
    : 'Spend, conversions and what needs you are shown here once an ad account is connected.';
}
