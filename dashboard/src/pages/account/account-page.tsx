import { useMe } from '../../organization.tsx';
import { Page } from '../../parts/page.tsx';
import { Password } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The person's own: where they are signed in, the password and the second factor. */
export default function AccountPage() {
  const { email } = useMe();
  return (
    <Page title="Your account" description={email}>
      <Sessions />
      <Password />
      <SecondFactor />
    </Page>
  );
}
