import { Section } from '../../parts/page.tsx';
import { pageIcons } from '../../parts/page-icons.tsx';
import { Empty } from '../../parts/states.tsx';

/** Says which role may see a page, to whoever may not. */
export function OwnersOnly({ what }: { what: string }) {
  return (
    <Section flush>
      <Empty icon={pageIcons.audit} title="Only Owners see this">
        {what} is open to Owners of the organization. Ask one of them, or ask to become one.
      </Empty>
    </Section>
  );
}
