import { type Site, SiteUnreadable } from '../ports/site-reader.ts';
import { TaskFailure } from '../tasks/failure-reasons.ts';
import type { TaskContext } from '../tasks/task.ts';

/** Reads a site for work that people follow; a site that cannot be read fails the work, with what to do about it. */
export async function readWebsite(
  { siteReader, signal, stage, log }: TaskContext,
  address: string,
  mostPages: number,
): Promise<Site> {
  await stage('Reading the website');
  const told = (read: number) =>
    void stage(`Reading the website: ${read} ${read === 1 ? 'page' : 'pages'}`).catch((err: unknown) =>
      log.warn({ err }, 'how far a reading has come could not be told'),
    );
  try {
    return await siteReader.read({ address, mostPages, signal, onPage: told });
  } catch (error) {
    if (!(error instanceof SiteUnreadable)) throw error;
    throw new TaskFailure('task_error', `The website could not be read. ${error.message} ${REMEDIES[error.kind]}`, {
      cause: error,
    });
  }
}

const REMEDIES: Readonly<Record<SiteUnreadable['kind'], string>> = {
  refused_address: 'Name a website that everybody on the internet can open.',
  unreachable: 'Check the address in a browser, then start again.',
  not_a_website: 'Name the address of a page.',
  forbidden: 'Let SluiceBot in, or name a page that may be read, then start again.',
  elsewhere: 'Give that address if it is meant.',
  too_slow: 'Try again when the website answers faster.',
};
