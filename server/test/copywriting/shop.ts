const CATEGORIES = {
  tents: ['Tents', 'Light tents for one to six people, tested in Norwegian rain.'],
  'sleeping-bags': ['Sleeping bags', 'Down and synthetic bags for summer nights and winter camps.'],
  backpacks: ['Backpacks', 'Packs from 12 to 80 litres that carry close to the back.'],
  'camp-stoves': ['Camp stoves', 'Gas, alcohol and multi-fuel stoves that boil a litre in four minutes.'],
  'hiking-boots': ['Hiking boots', 'Waterproof boots in half sizes, with resoling for life.'],
  headlamps: ['Headlamps', 'Rechargeable headlamps from 200 to 900 lumens.'],
} as const;
const MODELS = ['Fjell', 'Vidda', 'Tind', 'Elv', 'Skog', 'Kyst', 'Bre'];
const PRODUCTS_OF_A_CATEGORY = 48;

/** A page of a shop of some three hundred pages: six categories, and the products in them. */
export function shopPage(path: string): string | undefined {
  const [, section = '', slug = ''] = path.split('/');
  if (path === '/') return frame('Nordpack | Outdoor gear', 'Outdoor gear that is repaired, not replaced.', home());
  if (section === 'collections' && slug in CATEGORIES) return category(slug as keyof typeof CATEGORIES);
  if (section === 'products') return product(slug);
  if (section === 'shipping') {
    return frame(
      'Shipping and returns | Nordpack',
      'Free shipping over $75 and 60-day returns.',
      '<h1>Shipping and returns</h1><p>Free shipping on orders over $75.</p><p>You can return unused gear within 60 days.</p>',
    );
  }
  if (section === 'cart') return frame('Cart', '', '<h1>Your cart is empty</h1>');
  return undefined;
}

function home(): string {
  return '<h1>Gear that is repaired, not replaced</h1><p>We sell outdoor gear and mend it in our own workshop in Bergen.</p><ul><li>60-day returns</li><li>Repairs in our own workshop</li><li>Orders ship within 24 hours</li></ul>';
}

function category(slug: keyof typeof CATEGORIES): string {
  const [name, text] = CATEGORIES[slug];
  const links = Array.from(
    { length: PRODUCTS_OF_A_CATEGORY },
    (_, at) => `<li><a href="/products/${slug}-${at + 1}">${modelOf(at)} ${name} ${at + 1}</a></li>`,
  );
  const content = `<h1>${name}</h1><p>${text}</p><p>Every item can be sent back to our workshop for repair.</p><a class="button" href="#list">Shop all ${name.toLowerCase()}</a><ul id="list">${links.join('')}</ul>`;
  return frame(`${name} | Nordpack`, text, content);
}

function product(slug: string): string | undefined {
  const [, key = '', number = '0'] = /^(.*)-(\d+)$/.exec(slug) ?? [];
  if (!(key in CATEGORIES) || Number(number) > PRODUCTS_OF_A_CATEGORY) return undefined;
  const name = `${modelOf(Number(number) - 1)} ${CATEGORIES[key as keyof typeof CATEGORIES][0]} ${number}`;
  const price = (20 + Number(number) * 5).toFixed(2);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    offers: { '@type': 'Offer', price, priceCurrency: 'USD' },
  };
  return frame(
    `${name} | Nordpack`,
    `${name}, made to be mended.`,
    `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>${name}</h1><p>$${price}</p><button>Add to cart</button>`,
  );
}

function modelOf(at: number): string {
  return MODELS[at % MODELS.length] ?? '';
}

function frame(title: string, description: string, content: string): string {
  const links = Object.entries(CATEGORIES).map(([slug, [name]]) => `<a href="/collections/${slug}">${name}</a>`);
  return `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="${description}"><meta property="og:site_name" content="Nordpack"></head><body><nav>${links.join('')}<a href="/shipping">Shipping and returns</a><a href="/cart">Cart</a></nav><main>${content}</main><footer><p>Nordpack, Bergen, Norway</p></footer></body></html>`;
}
