import assert from 'node:assert/strict';
import type { HttpAnswer } from './client.ts';

/** The cookie that an answer gives to the browser. */
export function cookieOf({ headers }: Pick<HttpAnswer, 'headers'>): string {
  const cookie = headers['set-cookie']?.[0]?.split(';', 1)[0];
  assert.ok(cookie, 'a cookie');
  return cookie;
}
