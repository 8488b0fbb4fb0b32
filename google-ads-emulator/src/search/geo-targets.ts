/** A place that campaigns can target. */
export interface GeoTarget {
  resourceName: string;
  id: string;
  name: string;
  countryCode: string;
  targetType: string;
  canonicalName: string;
  status: 'ENABLED';
}

/** Places whose name holds the text, best known first; an optional country narrows them. */
export function suggestGeoTargets(text: string, countryCode: string): GeoTarget[] {
  const wanted = plain(text.trim().toLowerCase());
  const [first = ''] = wanted.split(',');
  const matching = GEO_TARGETS.filter(({ name, canonicalName, countryCode: country }) => {
    const fits = name.toLowerCase().includes(first.trim()) || canonicalName.toLowerCase().includes(wanted);
    return fits && (countryCode === '' || country === countryCode.toUpperCase());
  });
  return matching.toSorted((a, b) => Number(b.name.toLowerCase() === first) - Number(a.name.toLowerCase() === first));
}

/** The places the emulator knows: id, type, then the canonical name. Ids of small towns are the emulator's own. */
const KNOWN = `
2840 Country US United States
2826 Country GB United Kingdom
2276 Country DE Germany
2124 Country CA Canada
2036 Country AU Australia
2250 Country FR France
21176 State US Texas,United States
21137 State US California,United States
21167 State US New York,United States
20226 State DE Berlin,Germany
20228 State DE Brandenburg,Germany
1026201 City US Austin,Texas,United States
1026729 City US Round Rock,Texas,United States
1026272 City US Cedar Park,Texas,United States
1026430 City US Georgetown,Texas,United States
1026689 City US Pflugerville,Texas,United States
1026567 City US Leander,Texas,United States
1026339 City US Dallas,Texas,United States
1026481 City US Houston,Texas,United States
1026761 City US San Antonio,Texas,United States
1014221 City US Los Angeles,California,United States
1014218 City US San Francisco,California,United States
1023191 City US New York,New York,United States
1016367 City US Chicago,Illinois,United States
1027744 City US Seattle,Washington,United States
1018127 City US Boston,Massachusetts,United States
1014485 City US Denver,Colorado,United States
1003854 City DE Berlin,Berlin,Germany
1004054 City DE Potsdam,Brandenburg,Germany
1004437 City DE Hamburg,Hamburg,Germany
1004234 City DE Munich,Bavaria,Germany
1006886 City GB London,England,United Kingdom
1006912 City GB Manchester,England,United Kingdom
1002451 City CA Toronto,Ontario,Canada
1000286 City AU Sydney,New South Wales,Australia
2724 Country ES Spain
2392 Country JP Japan
2076 Country BR Brazil
2578 Country NO Norway
1004074 City DE Munster,North Rhine-Westphalia,Germany
1005545 City ES Valencia,Valencian Community,Spain
1014353 City US Valencia,California,United States
1006410 City FR Lyon,Auvergne-Rhone-Alpes,France
1009310 City JP Yokohama,Kanagawa,Japan
1001773 City BR Sao Paulo,State of Sao Paulo,Brazil
1017825 City US Louisville,Kentucky,United States
1017820 City US Lexington,Kentucky,United States
1026156 City US Providence,Rhode Island,United States
1024556 City US Tulsa,Oklahoma,United States
1025507 City US Scranton,Pennsylvania,United States
1006524 City GB Bristol,England,United Kingdom
1020765 City US Asheville,North Carolina,United States
1012980 City US Mobile,Alabama,United States
1015926 City US Boise,Idaho,United States
1015951 City US Meridian,Idaho,United States
1015930 City US Eagle,Idaho,United States`;

/** What some places are called where they are. */
const OWN_NAMES: Readonly<Record<string, string>> = { 横浜市: 'yokohama', münchen: 'munich' };

/** Every place, as a resource. */
export const GEO_TARGETS: readonly GeoTarget[] = KNOWN.trim()
  .split('\n')
  .map((line) => {
    const [id = '', targetType = '', countryCode = '', ...rest] = line.split(' ');
    const canonicalName = rest.join(' ');
    const [name = ''] = canonicalName.split(',');
    return {
      resourceName: `geoTargetConstants/${id}`,
      id,
      name,
      countryCode,
      targetType,
      canonicalName,
      status: 'ENABLED',
    };
  });

/** A name as it is compared: without accents, and in English where the place has such a name. */
function plain(text: string): string {
  return OWN_NAMES[text] ?? text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
