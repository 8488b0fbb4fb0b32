import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvRow } from '../../src/base/csv.ts';
import { processorMs } from '../harness/processor-time.ts';

const MANY = 20_000;
/** It takes a few milliseconds; looked through from each of them anew it took seconds. */
const LIMIT_MS = 500;

/** The value as a spreadsheet reads it back. */
const cell = (value: string) => {
  const text = csvRow([value]).slice(0, -'\r\n'.length);
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
};

describe('a cell of CSV', () => {
  test('has a quotation mark wherever a spreadsheet would begin a cell with a formula, and nowhere else', () => {
    for (const [value, written] of Object.entries({
      plain: 'plain',
      'a, b; c|d': 'a, b; c|d',
      'a\t\tb': 'a\t\tb',
      '=1': "'=1",
      ' "=1"': `' "=1"`,
      ',=1': ",'=1",
      'a,=1;+2|@x': "a,'=1;'+2|'@x",
      'x;;-1': "x;;'-1",
      'x\t \t=1': "x\t' \t'=1",
      '\t\t=1': "'\t'\t'=1",
      '|x': "'|x",
      '\nx': "'\nx",
      'x ＝1,＝1': "x ＝1,'＝1",
      'a-b=c': 'a-b=c',
      'a\u200bb': 'a\u200bb',
    })) {
      assert.equal(cell(value), written, JSON.stringify(value));
    }
  });

  test('has one also where nothing that is seen stands before the formula', () => {
    for (const unseen of [
      ' ',
      '\u00a0',
      '\u3000',
      '\ufeff',
      '\u200b',
      '\u2060',
      '\u202e',
      '\u0000',
      '\u0001',
      '\u001f',
      '\u0085',
      '\u{e0001}',
    ]) {
      for (const sign of '=+-@＝＋－＠') {
        const formula = `${unseen}${sign}1`;
        assert.equal(cell(formula), `'${formula}`, JSON.stringify(formula));
        assert.equal(cell(`x;${unseen}${formula}`), `x;'${unseen}${formula}`, JSON.stringify(formula));
      }
    }
  });

  test('of nothing but separators and spaces is looked through once', () => {
    for (const separator of ['\t', ' ', '\n', ',', '"', ' \t', "\r'", '\u200b', '\u0000,']) {
      const began = processorMs();
      csvRow([`x${separator.repeat(MANY)}x`, separator.repeat(MANY)]);
      const took = processorMs() - began;
      assert.ok(took < LIMIT_MS, `${JSON.stringify(separator)}: ${Math.round(took)} ms`);
    }
  });
});
