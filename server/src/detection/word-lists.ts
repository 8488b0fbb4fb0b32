import { foldedWords } from './words.ts';

/** Words that make no phrase worth anything by themselves. */
export const STOP_WORDS = folded(`
  a an and any are as at be by can do does for from get has have how i if in is it me my near of on or our that the
  their this to vs was we what when where which who why will with without you your
  der die das den dem des ein eine einer eines und oder mit ohne fuer für von im in am an auf zu zum zur bei wie was wo
  el la los las un una unos unas y o de del en con sin para por como que donde cerca
  le la les un une des et ou de du en avec sans pour par comment que où près
  il lo gli i un uno una e o di del della in con senza per come che dove
  o a os as um uma e ou de do da em com sem para por como que onde
  de het een en of van in met zonder voor hoe wat waar`);

/** Words that leave what is meant as it is: a product with them is still that product. */
export const FILLERS: ReadonlySet<string> = new Set([
  ...STOP_WORDS,
  ...folded(`
  affordable best buy cheap cheapest company contractor cost expert experts find good hire local nearby nearest now online
  open order price prices pricing professional quote rated rates review reviews service services shop specialist store
  today top trusted provider 24 7`),
]);

/**
 * Words of people who look for something else than to buy. They are evidence, never a verdict: “free consultation”
 * converts. In an organization whose own words they are they are none.
 */
export const OTHER_INTENT: ReadonlySet<string> = folded(`
  apprentice apprenticeship career careers certification class classes course courses craigslist definition degree diy
  download ebay employment forum free hiring internship job jobs lawsuit license meaning pdf reddit salary school
  schools secondhand template templates torrent training tutorial tutorials university used vacancies vacancy volunteer
  wage wages wholesale wiki wikipedia youtube
  anleitung ausbildung gehalt gebraucht gratis kostenlos praktikum stellenangebote weiterbildung
  curso empleo empleos gratis sueldo trabajo usado usados
  emploi formation gratuit gratuite occasion salaire stage
  corso gratis lavoro stipendio usato
  emprego estagio gratis salario usado vaga vagas
  gratis opleiding salaris tweedehands vacature vacatures`);

function folded(words: string): Set<string> {
  return new Set(foldedWords(words));
}
