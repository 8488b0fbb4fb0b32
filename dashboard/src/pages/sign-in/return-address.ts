const DASHBOARD_PATH = /^\/((o|connect)\/.*|account)?$/;

/** Where to go after signing in: never to another site, and by a full load where another surface answers. */
export function returnAddress(to: string | undefined, origin: string): { href: string; ofDashboard: boolean } {
  const url = URL.parse(to ?? '/', origin);
  // A path that begins with two slashes would be taken for another host once its own is left off.
  const isElsewhere = url?.origin !== origin || url.pathname.startsWith('//');
  if (!url || isElsewhere || url.pathname === '/sign-in') return { href: '/', ofDashboard: true };
  return { href: url.pathname + url.search + url.hash, ofDashboard: DASHBOARD_PATH.test(url.pathname) };
}
