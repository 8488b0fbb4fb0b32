/** What a handler answers; `drop` closes the connection and `hang` never answers. */
export type Reply =
  | { type: 'json'; status: number; body: object; headers?: Record<string, string> }
  | { type: 'text'; status: number; body: string; contentType: string }
  | { type: 'redirect'; location: string }
  | { type: 'chunks'; chunks: Iterable<string>; contentType: string }
  | { type: 'drop' }
  | { type: 'hang' };

/** A JSON answer. */
export function json(status: number, body: object): Reply {
  return { type: 'json', status, body };
}

/** An HTML page. */
export function html(status: number, body: string): Reply {
  return { type: 'text', status, body, contentType: 'text/html; charset=utf-8' };
}

/** Makes text safe to put into HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
