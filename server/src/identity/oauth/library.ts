/** What the library says of every release of Node.js that is not called LTS yet; ours is pinned and tested. */
const SAID_OF_RUNTIME = 'Unsupported runtime';

const { warn } = console;
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes(SAID_OF_RUNTIME)) warn(...said);
};
const library = await import('oidc-provider').finally(() => {
  console.warn = warn;
});

/** The library, taken in without its word on the runtime: what an operator or a log reads is ours. */
export const { errors, interactionPolicy, Provider } = library;
