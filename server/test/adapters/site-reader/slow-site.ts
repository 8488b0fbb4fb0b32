import type { Cleaned } from '../../harness/database.ts';
import { serveSite } from './site.ts';

/** A website whose page is given out only when a test wants that. */
export async function serveSlowSite(t: Cleaned) {
  let html = '';
  let asked = Promise.withResolvers<void>();
  let given = Promise.withResolvers<void>();
  const site = await serveSite(t, {
    '/': async (_request, response) => {
      asked.resolve();
      await given.promise;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    },
  });
  return {
    ...site,
    /** Shows what another page shows. */
    async showsLike(address: string): Promise<void> {
      html = await (await fetch(address)).text();
    },
    /** Lets something happen after the page was asked for and before it is given; the next one waits again. */
    async whileAsked(happens: () => Promise<unknown>): Promise<void> {
      await asked.promise;
      await happens();
      given.resolve();
      [asked, given] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    },
  };
}
