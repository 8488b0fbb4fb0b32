import { Button } from '@mantine/core';
import type { OpenApi } from '../../openapi.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import classes from './docs.module.css';

/** What holds for every operation, and where the description for programs is. */
export function Introduction({ description: { info }, baseUrl }: { description: OpenApi; baseUrl: string }) {
  return (
    <>
      <p>{info.description}</p>
      <p className={classes.buttons}>
        <Button
          component="a"
          href="/v1/openapi.json"
          download
          variant="default"
          leftSection={<DownloadIcon size={16} />}
        >
          OpenAPI document
        </Button>
        <span>
          Version {info.version}, at <code>{baseUrl}/openapi.json</code>
        </span>
      </p>
      <dl className={classes.basics}>
        <dt>Address</dt>
        <dd>
          <code>{baseUrl}</code>
        </dd>
        <dt>Credential</dt>
        <dd>
          <code>Authorization: Bearer …</code> with an API key or an OAuth access token. A key writes <code>_</code> for
          its own organization.
        </dd>
        <dt>Previews</dt>
        <dd>
          Changes preview unless the body says <code>"dry_run": false</code>. What was executed has an{' '}
          <code>action_id</code> and can be undone.
        </dd>
        <dt>Sent twice</dt>
        <dd>
          A write with an <code>Idempotency-Key</code> is executed once, however often it is sent.
        </dd>
        <dt>Pages</dt>
        <dd>
          Lists answer <code>total</code> and <code>next_cursor</code>; send it as <code>cursor</code> until it is null.
        </dd>
        <dt>Amounts</dt>
        <dd>JSON numbers in the organization’s currency; days are those of the ad account, timestamps are UTC.</dd>
        <dt>Limits</dt>
        <dd>
          <code>X-RateLimit-Remaining</code> is on every answer; a 429 says in <code>Retry-After</code> how long to
          wait. Accepted values may be added within a version.
        </dd>
        <dt>Errors</dt>
        <dd>
          Branch on <code>error.code</code>; <a href="/docs/errors">every code</a> has a page. <code>X-Request-Id</code>{' '}
          names a request in the audit trail.
        </dd>
        <dt>Agents</dt>
        <dd>
          reach the same operations <a href="/docs/mcp">as tools</a>.
        </dd>
      </dl>
    </>
  );
}
