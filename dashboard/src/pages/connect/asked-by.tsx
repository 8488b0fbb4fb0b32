import type { ConnectRequest } from '../../api.ts';
import { Notice } from '../../parts/notice.tsx';
import { roleWords } from '../../roles.ts';
import classes from './connect-page.module.css';

const SURFACES = { mcp: 'the MCP server', rest: 'the REST API' } as const;

/** Who asks, as far as that is known, and for whom it would act. */
export function AskedBy({ asked, email }: { asked: ConnectRequest; email: string }) {
  const { app, organizations, resource } = asked;
  return (
    <>
      <p className={classes.question}>
        <strong>
          <bdi>{app.name}</bdi>
        </strong>{' '}
        wants to act for you through {SURFACES[resource]}.
      </p>
      <dl className={classes.facts}>
        <dt>You</dt>
        <dd>{email}</dd>
        <dt>Sends you back to</dt>
        <dd>
          {app.redirects_to}
          {app.on_this_device && ', an app on this device'}
        </dd>
        <dt>Known by</dt>
        <dd>{app.known_by === 'document' ? new URL(app.client_id).host : 'the name that it gave itself'}</dd>
        <dt>Acts in</dt>
        <dd>
          {organizations.length === 0 && 'No organization yet: you belong to none'}
          <ul className={classes.organizations}>
            {organizations.map(({ slug, name, role }) => (
              <li key={slug}>
                <bdi>{name}</bdi> <span className={classes.role}>{roleWords({ role })}</span>
              </li>
            ))}
          </ul>
          Also in organizations that you join later
        </dd>
      </dl>
      {app.known_by === 'registration' && !app.on_this_device && (
        <Notice tone="warning">
          Nobody has checked who made this app. Connect it only if you have just asked <em>{app.redirects_to}</em> to
          connect.
        </Notice>
      )}
    </>
  );
}
