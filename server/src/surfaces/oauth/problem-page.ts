/** What can go wrong in a browser that is to connect an app, in words for the person who sees it. */
const PROBLEMS = {
  another_browser: {
    title: 'This app was not connected',
    text: 'The request to connect was approved in another browser or by somebody else than who is signed in here. If somebody sent you a link to approve, they may have wanted access to your account: look through your connected apps in the dashboard.',
  },
  expired: {
    title: 'This request has run out',
    text: 'The request to connect an app has run out or was answered before. Go back to the app and connect it again.',
  },
  unavailable: {
    title: 'This could not be answered just now',
    text: 'Something here could not be reached, or failed. Wait a moment and load this page again; if it says then that the request has run out, go back to the app and connect it again.',
  },
  refused: {
    title: 'This app could not be connected',
    text: 'The app sent a request that is not valid, so nobody was connected. Go back to the app and try again; if it persists, tell whoever makes the app what stands below.',
  },
} as const;

export type Problem = keyof typeof PROBLEMS;

/** The page that a person sees instead of being sent back to the app. */
export function problemPage(problem: Problem, { appUrl, details }: { appUrl: string; details?: string }): string {
  const { title, text } = PROBLEMS[problem];
  const more = details ? `<p><code>${escaped(details)}</code></p>` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sluice</title>
<link rel="stylesheet" href="/oauth/problem.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${more}
<p><a href="${escaped(appUrl)}">Open the dashboard</a></p>
</main>
</body>
</html>`;
}

/** Headers of such a page: it runs nothing, is framed by nobody and tells nobody where the browser was. */
export const PROBLEM_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The looks of such a page, in a file of their own: nothing inline is allowed on it. */
export const PROBLEM_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 4rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; opacity: .8; }
`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
