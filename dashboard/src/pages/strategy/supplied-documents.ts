/** What may be supplied: the server holds to the same. */
export const MOST_DOCUMENTS = 5;
const LONGEST_DOCUMENT = 20_000;
const LONGEST_NAME = 200;

/** A text that is supplied, with what is wrong with it. */
export interface SuppliedDocument {
  name: string;
  content: string;
  problem?: string | undefined;
}

/** Reads files as texts; one that is none, or too long, says so instead of being sent. */
export function readDocuments(files: readonly File[]): Promise<SuppliedDocument[]> {
  return Promise.all(
    files.map(async (file) => {
      const name = file.name.slice(0, LONGEST_NAME);
      const content = await file.text();
      return { name, content, problem: problemWith(content) };
    }),
  );
}

/** What keeps a text from being supplied, in words. */
export function problemWith(content: string): string | undefined {
  if (content.trim() === '') return 'is empty';
  if (/\0|\ufffd/.test(content)) return 'is not a text file: save it as plain text or markdown';
  if (content.length > LONGEST_DOCUMENT) {
    const count = content.length.toLocaleString('en');
    return `has ${count} characters; at most ${LONGEST_DOCUMENT.toLocaleString('en')} are read`;
  }
  return undefined;
}
