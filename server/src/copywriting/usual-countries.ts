/** Codes of three letters that are in use, each before that of two. */
export const LONGER_CODES = pairsOf(
  'USA US GBR GB CAN CA AUS AU NZL NZ IRL IE ZAF ZA DEU DE AUT AT CHE CH FRA FR BEL BE NLD NL LUX LU ESP ES PRT PT ITA IT DNK DK SWE SE NOR NO FIN FI POL PL CZE CZ SVK SK HUN HU ROU RO BGR BG GRC GR TUR TR ISR IL ARE AE SAU SA EGY EG IND IN SGP SG HKG HK TWN TW JPN JP KOR KR CHN CN THA TH VNM VN IDN ID MYS MY PHL PH BRA BR MEX MX ARG AR CHL CL COL CO PER PE UKR UA LTU LT LVA LV EST EE SVN SI HRV HR SRB RS ISL IS',
);

/** Countries in which businesses advertise, the likeliest first. */
export const USUAL_COUNTRIES: readonly string[] = [...LONGER_CODES.values()];

function pairsOf(list: string): Map<string, string> {
  const codes = list.split(' ');
  return new Map(codes.flatMap((code, at) => (at % 2 === 0 ? [[code, codes[at + 1] ?? ''] as const] : [])));
}
