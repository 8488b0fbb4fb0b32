/** Terms beyond this many change nothing in the last digits kept. */
const MOST_TERMS = 100_000;
const PRECISION = 1e-15;
/** Stands for 0 where a division by it would follow. */
const TINY = 1e-300;
/** Beyond this shape a gamma distribution is normal in all but name. */
const LARGE_SHAPE = 1e6;

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]; // biome-ignore format: one table

/** The logarithm of the gamma function of a positive number. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  const sum = LANCZOS.reduce((total, term, index) => (index === 0 ? term : total + term / (z + index)), 0);
  const t = z + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/**
 * The probability of at most `events` where `expected` are expected. Platforms report fractions of events too: between
 * whole numbers the probability is the one that goes through them smoothly.
 */
export function poissonCdf(events: number, expected: number): number {
  if (events < 0) return 0;
  if (expected <= 0) return 1;
  return upperGamma(events + 1, expected);
}

/** The probability that a quantity with this gamma distribution is at most `x`. */
export function gammaCdf(x: number, { shape, rate }: { shape: number; rate: number }): number {
  if (x <= 0) return 0;
  return 1 - upperGamma(shape, rate * x);
}

/** The regularized upper incomplete gamma function, by its series below the bulk and its continued fraction above. */
function upperGamma(shape: number, x: number): number {
  if (x <= 0) return 1;
  if (!Number.isFinite(x)) return 0;
  if (shape > LARGE_SHAPE) return 1 - normalCdf(wilsonHilferty(shape, x));
  const scale = Math.exp(shape * Math.log(x) - x - logGamma(shape));
  const tail = x < shape + 1 ? 1 - scale * lowerSeries(shape, x) : scale * upperFraction(shape, x);
  return Math.min(1, Math.max(0, tail));
}

function lowerSeries(shape: number, x: number): number {
  let term = 1 / shape;
  let sum = term;
  for (let n = 1; n < MOST_TERMS && term > sum * PRECISION; n += 1) {
    term *= x / (shape + n);
    sum += term;
  }
  return sum;
}

/** Lentz's method. */
function upperFraction(shape: number, x: number): number {
  let b = x + 1 - shape;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_TERMS; n += 1) {
    const a = -n * (n - shape);
    b += 2;
    d = 1 / nonZero(a * d + b);
    c = nonZero(b + a / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < PRECISION) break;
  }
  return fraction;
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

function wilsonHilferty(shape: number, x: number): number {
  const spread = 1 / (9 * shape);
  return (Math.cbrt(x / shape) - (1 - spread)) / Math.sqrt(spread);
}

/** To seven digits, after Abramowitz and Stegun 7.1.26. */
function normalCdf(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (polynomial * Math.exp((-z * z) / 2)) / 2;
  return z > 0 ? 1 - tail : tail;
}
