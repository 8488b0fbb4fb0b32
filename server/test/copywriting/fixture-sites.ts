import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { siteReader } from '../../src/adapters/site-reader/site-reader.ts';
import type { KeywordIdea } from '../../src/ports/ad-platform.ts';
import type { Site } from '../../src/ports/site-reader.ts';
import { shopPage } from './shop.ts';

/** A website of the tests: where its pages come from and what a careful reader finds there. */
export interface FixtureSite {
  name: string;
  language: string;
  /** What it sells, by words that an ad for it must carry, each on one line. */
  services: readonly string[];
  ideas: readonly KeywordIdea[];
  /** What its root redirects to. */
  redirect?: string;
  page?: (path: string) => string | undefined;
}

const FOLDER = join(import.meta.dirname, 'sites');
const MOST_PAGES = 60;

/** The day on which the fixtures are read; their offers of 2023 and 2024 have passed. */
export const READ_AT = Date.parse('2026-06-01T12:00:00Z');

export const FIXTURES: readonly FixtureSite[] = [
  {
    name: 'acme-plumbing',
    language: 'en',
    services: ['emergency plumbing', 'water heater', 'drain cleaning', 'leak detection', 'bathroom remodeling'],
    ideas: ideas(`emergency plumber austin|720|14.20; emergency plumber|1900|16.00; drain cleaning austin|390|9.10
      water heater repair|880|8.40; tankless water heater installation|320|11.00; plumber salary|590|1.20
      clogged drain cleaning|260|7.30; slab leak detection|210|12.10; bathroom remodeling austin|480|6.90
      roto rooter drain cleaning|170|5.00; plumbing emergency line of credit|20|99.00; hvac repair austin|880|21.00`),
  },
  {
    name: 'globex-clinic',
    language: 'en',
    services: ['dental implants', 'physiotherapy', 'check-ups cleaning', 'aligners'],
    ideas:
      ideas(`dental implants berlin|390|3.90; english speaking dentist berlin|320|4.10; dental implants cost|260|2.90
      physiotherapy berlin|480|1.70; sports physiotherapy|210|1.50; invisible aligners|590|3.20; dental implants turkey|880|2.20`),
  },
  {
    name: 'one-page',
    language: 'en',
    services: ['dog grooming'],
    ideas: ideas('mobile dog grooming|720|2.40; dog grooming boise|210|2.10; cat grooming|390|1.80'),
  },
  {
    name: 'no-metadata',
    language: 'en',
    services: ['brakes', 'tires', 'inspection'],
    ideas: ideas('brake repair scranton|90|4.40; brake pads|1000|2.10; tires scranton|70|1.90'),
  },
  {
    name: 'heavy-markup',
    language: 'en',
    services: ['roof repair', 'roof replacement', 'gutter installation', 'storm damage'],
    ideas: ideas(
      'roof repair tulsa|320|18.00; roof leak repair|590|15.00; roof replacement cost|480|12.00; seamless gutters tulsa|140|9.00; hail damage roof repair|210|14.00',
    ),
  },
  {
    name: 'german',
    language: 'de',
    services: ['rohrreinigung', 'heizungswartung', 'badsanierung'],
    ideas: ideas(
      'rohrreinigung münster|260|6.20; rohrreinigung|1300|7.80; heizungswartung kosten|480|2.20; badsanierung münster|210|3.40; rohrreinigung ausbildung|20|0.40',
    ),
  },
  {
    name: 'spanish',
    language: 'es',
    services: ['apertura de puertas', 'cambio de cerraduras', 'puertas acorazadas'],
    ideas: ideas(
      'cerrajeros valencia|1000|5.10; apertura de puertas valencia|170|4.40; cambio de cerraduras|320|3.90; puertas acorazadas precio|260|1.40',
    ),
  },
  {
    name: 'french',
    language: 'fr',
    services: ['dépannage plomberie', 'chauffe-eau'],
    ideas: ideas('plombier lyon|1600|7.20; dépannage plomberie lyon|170|6.60; installation chauffe-eau|210|3.10'),
  },
  {
    name: 'japanese',
    language: 'ja',
    services: ['水漏れ修理', 'トイレつまり', '給湯器交換'],
    ideas: ideas('水漏れ修理 横浜|480|900; トイレつまり 業者|720|1100; 給湯器交換 費用|590|600'),
  },
  {
    name: 'shop',
    language: 'en',
    services: ['tents', 'sleeping bags', 'backpacks', 'camp stoves', 'hiking boots', 'headlamps'],
    ideas: ideas(
      'two person tents|880|0.90; backpacks|1900|0.80; hiking boots|1900|1.10; waterproof hiking boots|720|1.20',
    ),
    page: shopPage,
  },
  {
    name: 'restaurant',
    language: 'en',
    services: ['brunch', 'private dining', 'catering'],
    ideas: ideas('brunch providence|590|0.90; private dining providence|110|1.60; italian catering|140|1.80'),
  },
  {
    name: 'law-firm',
    language: 'en',
    services: ['car accident', 'workers compensation', 'wrongful death'],
    ideas: ideas(
      'car accident lawyers louisville|390|88.00; truck accident lawyers|260|92.00; workers compensation lawyers|480|34.00; wrongful death lawyers|170|41.00; divorce lawyers|590|20.00',
    ),
  },
  {
    name: 'software',
    language: 'en',
    services: ['invoicing', 'expense tracking', 'payroll'],
    ideas: ideas(
      'invoicing software|1300|1.10; payroll software|1600|1.15; expense tracking app|880|0.70; quickbooks invoicing|480|1.00',
    ),
  },
  {
    name: 'redirecting',
    language: 'en',
    services: ['home cleaning', 'office cleaning'],
    ideas: ideas('home cleaning bristol|170|1.60; office cleaning bristol|140|1.70'),
    redirect: '/home',
  },
  {
    name: 'broken-html',
    language: 'en',
    services: ['tree removal', 'stump grinding', 'tree trimming'],
    ideas: ideas('tree removal asheville|210|6.10; stump grinding asheville|90|4.20; tree trimming cost|170|3.10'),
  },
  {
    name: 'hostile',
    language: 'en',
    services: ['pest control', 'termite treatment'],
    ideas: ideas('pest control mobile al|260|8.10; termite treatment cost|320|5.20'),
  },
  {
    name: 'portuguese',
    language: 'pt',
    services: ['implantes dentários', 'clareamento dental'],
    ideas: ideas('implantes dentários são paulo|390|1.10; clareamento dental|880|0.60'),
  },
];

/** Serves a website of the tests until it is closed. */
export async function serveFixture(fixture: FixtureSite): Promise<{ host: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const target = path === '/' ? fixture.redirect : undefined;
    const page = fixture.page ? fixture.page(path) : fileOf(fixture.name, path);
    if (target) response.writeHead(301, { location: target });
    else response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(target ? '' : (page ?? '<h1>Nothing here</h1>'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Reads a website of the tests as the service would. */
export async function readFixture(fixture: FixtureSite): Promise<Site> {
  const { host, close } = await serveFixture(fixture);
  try {
    const reader = siteReader({ allowed: [host], contact: 'https://sluice.example/bot' });
    const signal = AbortSignal.timeout(30_000);
    return await reader.read({ address: `http://${host}/`, mostPages: MOST_PAGES, signal });
  } finally {
    close();
  }
}

function fileOf(site: string, path: string): string | undefined {
  const plain = decodeURIComponent(path)
    .replace(/\/$/, '')
    .replace(/\.html?$/, '');
  const files = [`${plain}.html`, `${plain}/index.html`].map((file) => join(FOLDER, site, file));
  const file = files.find((one) => one.startsWith(join(FOLDER, site)) && existsSync(one));
  return file && readFileSync(file, 'utf8');
}

/** “text|monthly searches|bid”, separated by semicolons or lines. */
function ideas(list: string): KeywordIdea[] {
  return list.split(/;|\n/).map((line) => {
    const [text = '', searches = '0', bid = '0'] = line.trim().split('|');
    const highBid = (Number(bid) * 1.8).toFixed(2);
    return { text, monthlySearches: Number(searches), competition: 'medium', lowBid: bid, highBid };
  });
}
