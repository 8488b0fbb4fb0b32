import type { CampaignDraft } from '../description.ts';
import { NATURES } from '../market-description.ts';

type KeywordDraft = CampaignDraft['ad_groups'][number]['keywords'][number];

/** Reads a table of keywords: nature, match type, text; a price after the text is the keyword's own bid. */
export function keywordTable(table: string): KeywordDraft[] {
  const lines = table.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, type = '', match = '', text = '', bid] = /^(\w+)\s+(\w+)\s+(.+?)(?:\s+@(\d+\.\d+))?$/.exec(line) ?? [];
      const nature = NATURES.find((known) => known === type);
      const matchType = MATCH_TYPES.find((known) => known === match);
      if (!nature || !matchType) throw new Error(`Not a keyword of a table: ${line}`);
      return { nature, match_type: matchType, text, ...(bid !== undefined && { bid: Number(bid) }) };
    });
}

const MATCH_TYPES = ['EXACT', 'PHRASE', 'BROAD'] as const;
