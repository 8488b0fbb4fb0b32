import { escapeHtml as safe } from '../http/reply.ts';
import { layout } from './layout.ts';
import type { Service, Site } from './site.ts';

/** Every page of a site by its path below the site's root. */
export function pagesOf(site: Site, root: string): Map<string, () => string> {
  const pages = new Map<string, () => string>([
    ['', () => home(site, root)],
    ['services', () => services(site, root)],
    ['pricing', () => pricing(site, root)],
    ['about', () => about(site, root)],
    ['contact', () => contact(site, root)],
  ]);
  for (const service of site.services) {
    pages.set(`services/${service.slug}`, () => servicePage(site, root, service));
  }
  return pages;
}

/** The page for an address that does not exist. */
export function notFoundPage(site: Site, root: string): string {
  const content = `<h1>We could not find that page</h1><p><a href="${root}">Back to the start</a></p>`;
  return layout(site, root, { path: '404', title: 'Page not found', description: site.tagline, content });
}

function home(site: Site, root: string): string {
  const promises = site.promises.map(
    ([title, text]) => `<div class="card"><h3>${safe(title)}</h3><p>${safe(text)}</p></div>`,
  );
  const content = `<section class="hero"><h1>${safe(site.tagline)}</h1><p class="lead">${safe(site.intro)}</p>
<p><a class="button" href="tel:${site.phone.replaceAll(' ', '')}">Call ${safe(site.phone)}</a>
<a class="button quiet" href="${root}pricing">See our prices</a></p></section>
<section><h2>Why ${safe(site.name)}</h2><div class="grid">${promises.join('')}</div></section>
<section><h2>What we do</h2>${serviceCards(site, root)}</section>
<section><h2>What customers say</h2>${quotes(site)}</section>
<section><h2>Where we work</h2><p>${site.areas.map(safe).join(' · ')}</p></section>`;
  return layout(site, root, { path: '', title: `${site.name} | ${site.tagline}`, description: site.intro, content });
}

function services(site: Site, root: string): string {
  const content = `<h1>Our services</h1>${serviceCards(site, root)}`;
  const description = `${site.services.map(({ name }) => name).join(', ')} in ${site.areas.join(', ')}.`;
  return layout(site, root, { path: 'services', title: `Services | ${site.name}`, description, content });
}

function servicePage(site: Site, root: string, service: Service): string {
  const questions = service.questions.map(([question, answer]) => `<h3>${safe(question)}</h3><p>${safe(answer)}</p>`);
  const content = `<h1>${safe(service.name)}</h1><p class="lead">${safe(service.summary)}</p>
${service.body.map((text) => `<p>${safe(text)}</p>`).join('')}
<h2>What is included</h2><ul>${service.points.map((point) => `<li>${safe(point)}</li>`).join('')}</ul>
<h2>Questions people ask</h2>${questions.join('')}
<p><a class="button" href="${root}contact">Book ${safe(service.name.toLowerCase())}</a></p>
<p>We serve ${site.areas.map(safe).join(', ')}.</p>`;
  const title = `${service.name} in ${site.city} | ${site.name}`;
  return layout(site, root, { path: `services/${service.slug}`, title, description: service.summary, content });
}

function pricing(site: Site, root: string): string {
  const rows = site.prices.map(
    ([what, price, note]) =>
      `<tr><td>${safe(what)}</td><td><strong>${safe(price)}</strong></td><td>${safe(note)}</td></tr>`,
  );
  const content = `<h1>Prices</h1><p class="lead">You know the price before we start.</p>
<table><thead><tr><th>Service</th><th>Price</th><th>Good to know</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<p><a class="button" href="${root}contact">Ask for a quote</a></p>`;
  const description = `Prices of ${site.name} in ${site.city}: ${site.prices
    .slice(0, 3)
    .map(([what, price]) => `${what} ${price}`)
    .join(', ')}.`;
  return layout(site, root, { path: 'pricing', title: `Prices | ${site.name}`, description, content });
}

function about(site: Site, root: string): string {
  const team = site.team.map(([name, role]) => `<div class="card"><h3>${safe(name)}</h3><p>${safe(role)}</p></div>`);
  const content = `<h1>About ${safe(site.name)}</h1>${site.story.map((text) => `<p>${safe(text)}</p>`).join('')}
<h2>The people</h2><div class="grid">${team.join('')}</div><h2>What customers say</h2>${quotes(site)}`;
  const description = `${site.name} has served ${site.city} since ${site.founded}. Meet the team.`;
  return layout(site, root, { path: 'about', title: `About us | ${site.name}`, description, content });
}

function contact(site: Site, root: string): string {
  const content = `<h1>Contact</h1><p class="lead">Call <a href="tel:${site.phone.replaceAll(' ', '')}">${safe(site.phone)}</a> or write to
<a href="mailto:${site.email}">${safe(site.email)}</a>.</p>
<h2>Visit us</h2><address>${safe(site.street)}<br>${safe(site.city)}, ${safe(site.region)} ${safe(site.postalCode)}</address>
<h2>Hours</h2><p>${safe(site.hours)}</p><h2>Service area</h2><ul>${site.areas.map((area) => `<li>${safe(area)}</li>`).join('')}</ul>`;
  const description = `Reach ${site.name}: ${site.phone}, ${site.street}, ${site.city}. ${site.hours}.`;
  return layout(site, root, { path: 'contact', title: `Contact | ${site.name}`, description, content });
}

function serviceCards(site: Site, root: string): string {
  const cards = site.services.map(
    ({ slug, name, summary }) =>
      `<div class="card"><h3><a href="${root}services/${slug}">${safe(name)}</a></h3><p>${safe(summary)}</p></div>`,
  );
  return `<div class="grid">${cards.join('')}</div>`;
}

function quotes(site: Site): string {
  return site.testimonials
    .map(([text, who]) => `<blockquote><p>${safe(text)}</p><cite>${safe(who)}</cite></blockquote>`)
    .join('');
}
