import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gammaCdf, logGamma, poissonCdf } from '../../src/detection/statistics.ts';

describe('the logarithm of the gamma function', () => {
  test('is that of the factorials, and of the halves', () => {
    for (const [x, value] of [
      [1, 0],
      [2, 0],
      [5, Math.log(24)],
      [0.5, Math.log(Math.sqrt(Math.PI))],
      [0.1, 2.252712651734206],
      [100, 359.1342053695754],
      [1e6, 12_815_504.5691476],
    ] as const) {
      near(logGamma(x), value, 1e-10 * Math.max(1, value));
    }
  });
});

describe('the Poisson distribution', () => {
  test('has the values of the tables', () => {
    for (const [events, expected, value] of [
      [0, 3, 0.04978706836786395],
      [0, 1.5, 0.22313016014842982],
      [1, 4.743864518, 0.05],
      [2, 6.295793622, 0.05],
      [3, 7.753656528, 0.05],
      [10, 10, 0.5830397501929856],
      [5, 0.1, 0.9999999987251],
      [1000, 1000, 0.5084093671685],
    ] as const) {
      near(poissonCdf(events, expected), value, 1e-9);
    }
  });

  test('goes smoothly through fractions of events', () => {
    const [zero, half, one] = [poissonCdf(0, 4), poissonCdf(0.5, 4), poissonCdf(1, 4)];
    assert.ok(zero < half && half < one);
    near(half, 0.046, 1e-3);
  });

  test('stays a probability wherever it is asked', () => {
    for (const events of [-1, 0, 1e-9, 0.3, 7, 1e3, 1e5, 1e7, 1e12]) {
      for (const expected of [-1, 0, 1e-12, 0.5, 30, 1e4, 1e6, 1e7, 1e12, Number.POSITIVE_INFINITY]) {
        const value = poissonCdf(events, expected);
        assert.ok(value >= 0 && value <= 1, `P(${events} | ${expected}) = ${value}`);
      }
    }
    near(poissonCdf(1e5, 1e5), 0.500841, 1e-5);
    near(poissonCdf(1e7, 1e7), 0.500084, 1e-5);
    assert.equal(poissonCdf(0, 1e9), 0);
    assert.equal(poissonCdf(1e9, 1), 1);
  });
});

describe('the gamma distribution', () => {
  test('has the values of its special cases', () => {
    near(gammaCdf(0.5, { shape: 1, rate: 2 }), 1 - Math.exp(-1), 1e-12);
    near(gammaCdf(2.355, { shape: 0.5, rate: 1 }), 0.97, 1e-3);
    near(gammaCdf(3.940299, { shape: 5, rate: 2 }), 0.8933244500780907, 1e-12);
    near(gammaCdf(9.15352, { shape: 5, rate: 1 }), 0.95, 1e-5);
    near(gammaCdf(0.05, { shape: 0.01, rate: 1 }), 0.97554788399302, 1e-12);
  });

  test('is nothing below zero and everything far above', () => {
    assert.equal(gammaCdf(0, { shape: 2, rate: 1 }), 0);
    assert.equal(gammaCdf(-1, { shape: 2, rate: 1 }), 0);
    near(gammaCdf(1e6, { shape: 2, rate: 1 }), 1, 1e-15);
  });
});

function near(actual: number, expected: number, within: number): void {
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected}`);
}
