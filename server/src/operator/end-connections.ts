import { z } from 'zod';
import { endConnections as end } from '../identity/oauth/connection.store.ts';
import { CommandRefused, operatorCommand } from './command.ts';
import { clientId, email } from './options.ts';

const LONGEST_ID = 64;

/** Ends what apps may do for people: one connection, those of a person, those of an app, or of both. */
export const endConnections = operatorCommand({
  name: 'end-connections',
  usage: '[--id <connection>] [--email <email>] [--app <client id>]',
  input: z
    .strictObject({
      id: z.string().min(1).max(LONGEST_ID).optional(),
      email: email.optional(),
      app: clientId.optional(),
    })
    .refine((named) => Object.keys(named).length > 0, 'name a connection, a person or an app'),

  async run({ id = null, email = null, app = null }, { db }) {
    const ended = await end(db, { id, email, clientId: app });
    if (ended === 0) throw new CommandRefused('no such app is connected');
    return `Connections ended: ${ended}. Their tokens work no more; the people can connect the apps again.`;
  },
});
