import { Tooltip } from '@mantine/core';
import type { Ad, CampaignParts } from '../../../api.ts';
import classes from './ad-preview.module.css';
import { combination } from './shuffled.ts';
import { sourceOf } from './source-of.ts';

export type Screen = 'desktop' | 'phone';

interface AdPreviewProps {
  ad: Pick<Ad, 'url' | 'headlines' | 'descriptions' | 'path1' | 'path2'> & Partial<Pick<Ad, 'sources'>>;
  sitelinks: CampaignParts['sitelinks'];
  callouts: CampaignParts['callouts'];
  screen: Screen;
  /** Which combination of its texts; 0 as they were written. */
  seed: number;
}

const SITELINKS = { desktop: 4, phone: 3 };
const CALLOUTS = 4;

/** An ad as a results page would show it; each text tells on hover what it was taken from. */
export function AdPreview({ ad, sitelinks, callouts, screen, seed }: AdPreviewProps) {
  const { headlines, descriptions } = combination(ad, seed);
  const host = URL.parse(ad.url)?.host.replace(/^www\./, '') ?? ad.url;
  const path = [ad.path1, ad.path2].filter(Boolean).join(' › ');
  return (
    <article className={classes.ad} data-screen={screen} aria-label="As a results page shows it">
      <p className={classes.sponsored}>Sponsored</p>
      <div className={classes.site}>
        <span className={classes.globe} aria-hidden="true" />
        <span>
          <span className={classes.host}>{host}</span>
          <span className={classes.address}>
            https://{host}
            {path && ` › ${path}`}
          </span>
        </span>
      </div>
      <p className={classes.headline}>
        {headlines.length === 0 && 'No headline yet'}
        {headlines.map((text, index) => (
          <span key={text}>
            {index > 0 && ' | '}
            <Sourced text={text} ad={ad} />
          </span>
        ))}
      </p>
      <p className={classes.description}>
        {descriptions.map((text) => (
          <span key={text}>
            <Sourced text={text} ad={ad} />{' '}
          </span>
        ))}
        {callouts.length > 0 && callouts.slice(0, CALLOUTS).join(' · ')}
      </p>
      {sitelinks.length > 0 && (
        <ul className={classes.sitelinks}>
          {sitelinks.slice(0, SITELINKS[screen]).map(({ text, description1, description2 }) => (
            <li key={text}>
              <span className={classes.sitelink}>{text}</span>
              {screen === 'desktop' && description1 && (
                <span className={classes.address}>
                  {description1} {description2}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Sourced({ text, ad }: { text: string; ad: AdPreviewProps['ad'] }) {
  const source = sourceOf(text, ad.sources);
  if (!source) return text;
  return (
    <Tooltip label={`“${source.words}” on ${source.address}`}>
      <span className={classes.sourced}>{text}</span>
    </Tooltip>
  );
}
