import type { Prose } from './prose.ts';

/** Bars side by side, each with its name and its value in words; the values are shares of the tallest. */
export interface Chart {
  /** What it shows, for those who do not see it; the table beside it holds the numbers. */
  alt: Prose;
  title: string;
  bars: readonly { name: string; label: string; value: number }[];
}

const SIZE = { width: 640, height: 256, top: 60, bottom: 34, side: 16 } as const;
const BAR_SHARE = 0.62;
const LABEL_GAP = 7;
const NAME_GAP = 20;
const COLORS = { last: '#1d4ed8', earlier: '#94a3b8', ink: '#1f2937', ground: '#ffffff', line: '#64748b' } as const;

/** A chart as the address of a picture: it has a title and a description, and colours that differ in brightness. */
export function imageOf(chart: Chart): string {
  return `data:image/svg+xml;base64,${Buffer.from(svgOf(chart)).toString('base64')}`;
}

function svgOf({ alt, title, bars }: Chart): string {
  const { width, height, top, bottom, side } = SIZE;
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const room = (width - 2 * side) / Math.max(1, bars.length);
  const ground = height - bottom;
  const drawn = bars.map(({ name, label, value }, index) => {
    const tall = most > 0 ? ((ground - top) * Math.max(0, value)) / most : 0;
    const middle = side + room * (index + 0.5);
    const x = middle - (room * BAR_SHARE) / 2;
    const color = index === bars.length - 1 ? COLORS.last : COLORS.earlier;
    return [
      `<rect x="${at(x)}" y="${at(ground - tall)}" width="${at(room * BAR_SHARE)}" height="${at(tall)}" rx="2" fill="${color}"/>`,
      text(middle, ground - tall - LABEL_GAP, label, 'middle'),
      text(middle, ground + NAME_GAP, name, 'middle'),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui,sans-serif" font-size="13">`,
    `<title id="t">${escaped(title)}</title><desc id="d">${escaped(alt.text)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${COLORS.ground}"/>`,
    text(side, NAME_GAP, title, 'start', 'font-weight="600"'),
    ...drawn,
    `<line x1="${side}" y1="${ground}" x2="${width - side}" y2="${ground}" stroke="${COLORS.line}"/>`,
    '</svg>',
  ].join('');
}

function text(x: number, y: number, words: string, anchor: 'start' | 'middle', more = ''): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${COLORS.ink}" ${more}>${escaped(words)}</text>`;
}

function at(value: number): string {
  return value.toFixed(1);
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
