import { z } from 'zod';
import { visible } from '../base/visible-text.ts';
import { findConnections, type PersonsConnectionRow } from '../identity/oauth/connection.store.ts';
import { operatorCommand } from './command.ts';
import { clientId, email } from './options.ts';

const MOST_SHOWN = 200;

/** Shows which apps people have connected. */
export const connections = operatorCommand({
  name: 'connections',
  usage: '[--email <email>] [--app <client id>]',
  input: z.strictObject({ email: email.optional(), app: clientId.optional() }),

  async run({ email = null, app = null }, { db }) {
    const rows = await findConnections(db, { email, clientId: app }, MOST_SHOWN + 1);
    if (rows.length === 0) return 'No app is connected.';
    const more = rows.length > MOST_SHOWN ? [`… and more: name a person or an app.`] : [];
    return [...rows.slice(0, MOST_SHOWN).map(described), ...more].join('\n');
  },
});

function described({ id, email, client_name, client_id, scopes, created_at, used_at, sessions }: PersonsConnectionRow) {
  const times = `since ${created_at}, used ${used_at}, sessions: ${sessions}`;
  return `${id}  ${email}  ${visible(client_name)} (${visible(client_id)}): ${times}; ${scopes.join(' ')}`;
}
