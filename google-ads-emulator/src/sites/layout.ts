import { escapeHtml as safe } from '../http/reply.ts';
import type { Site } from './site.ts';

/** What differs from page to page. */
export interface Page {
  path: string;
  title: string;
  description: string;
  content: string;
}

/** The frame around every page of a site: head, structured data, navigation and footer. */
export function layout(site: Site, root: string, page: Page): string {
  const links = [...NAVIGATION].map(([path, name]) => {
    const current = page.path === path ? ' aria-current="page"' : '';
    return `<a href="${root}${path}"${current}>${name}</a>`;
  });
  return `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(page.title)}</title>
<meta name="description" content="${safe(page.description)}">
<link rel="canonical" href="${root}${page.path}">
<link rel="stylesheet" href="${root}style.css">
<script type="application/ld+json">${structuredData(site, root)}</script>
</head>
<body>
<header><a class="brand" href="${root}">${safe(site.name)}</a><nav>${links.join('')}</nav>
<a class="phone" href="tel:${site.phone.replaceAll(' ', '')}">${safe(site.phone)}</a></header>
<main>${page.content}</main>
<footer><p><strong>${safe(site.name)}</strong><br>${safe(site.street)}, ${safe(site.city)}, ${safe(site.region)} ${safe(site.postalCode)}<br>
${safe(site.phone)} · <a href="mailto:${site.email}">${safe(site.email)}</a></p>
<p>${safe(site.hours)}<br>Serving ${site.areas.map(safe).join(', ')}</p></footer>
</body>
</html>`;
}

function structuredData(site: Site, root: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': ['LocalBusiness', site.type],
    name: site.name,
    description: site.intro,
    url: root,
    telephone: site.phone,
    email: site.email,
    foundingDate: site.founded,
    priceRange: site.priceRange,
    openingHours: site.openingHours,
    address: {
      '@type': 'PostalAddress',
      streetAddress: site.street,
      addressLocality: site.city,
      addressRegion: site.region,
      postalCode: site.postalCode,
      addressCountry: site.country,
    },
    areaServed: site.areas.map((name) => ({ '@type': 'City', name })),
    aggregateRating: { '@type': 'AggregateRating', ratingValue: site.rating.value, reviewCount: site.rating.count },
    makesOffer: site.services.map(({ slug, name, summary }) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name, description: summary, url: `${root}services/${slug}` },
    })),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

const NAVIGATION = new Map([
  ['', 'Home'],
  ['services', 'Services'],
  ['pricing', 'Prices'],
  ['about', 'About us'],
  ['contact', 'Contact'],
]);
