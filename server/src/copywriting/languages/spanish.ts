import { type Lexicon, wordSet } from './lexicon.ts';

/** Spanish, in sentence case. */
export const SPANISH: Lexicon = {
  language: 'es',
  titleCase: false,
  functionWords:
    wordSet(`a al algo antes aquí así aún cada como con cuando de del desde donde e el ella ellas ellos en entre
    es esta este esto están está hasta hay la las le les lo los más me mi muy ni no nos nosotros nuestra nuestras nuestro
    nuestros o para pero por porque que quien se sea ser si sin sobre son su sus también te todo todos tu tus un una unas uno
    unos usted y ya`),
  glue: wordSet(
    'también servicio estrellas reseñas valoraciones opiniones valoración valorado desde en sitio oficial de 5',
  ),
  say: {
    inPlace: (what, place) => `${what} en ${place}`,
    serving: (places) => `Servicio en ${joined(places)}`,
    alsoIn: (places) => `También en ${joined(places)}`,
    rating: (value, scale) => `Valorado con ${value} de ${scale}`,
    ratingWithCount: (value, count, isOfReviews) =>
      `${value} estrellas, ${count} ${isOfReviews ? 'reseñas' : 'valoraciones'}`,
    since: (year) => `Desde ${year}`,
    from: (amount) => `desde ${amount}`,
    official: (brand) => [`${brand}: sitio oficial`, 'Sitio oficial'],
    list: joined,
    colon: ': ',
    stop: '.',
  },
  find: {
    promise:
      /(gratis|gratuit[oa]s?|sin |incluid[oa]s?|garantía|garantizad[oa]|en \d+ (minutos|horas|días)|hoy|mismo día|24 horas|día y noche|urgente|urgencias|online|en línea|envío|entrega|devolución|precio (fijo|cerrado)|presupuesto|a domicilio|fines de semana|sábados)/i,
    proof:
      /(certificad[oa]s?|autorizad[oa]s?|acreditad[oa]s?|colegiad[oa]s?|años de experiencia|desde \d{4}|empresa familiar|familiar|premio|galardon|iso \d|estrellas|reseñas|opiniones|asegurad[oa]s?|homologad[oa]s?|titulad[oa]s?)/i,
    phrases: [
      /\b(?:\d+|un|dos|tres|cinco|diez)\s+(?:años?|meses)\s+de\s+garantía\b/giu,
      /\bgarantía\s+de\s+(?:\d+|un|dos|tres|cinco|diez)\s+(?:años?|meses)\b/giu,
      /\b(?:presupuesto|presupuestos|consulta|visita|envío|entrega|diagnóstico|primera consulta|desplazamiento|asesoramiento)\s+gratis\b/giu,
      /\b(?:presupuesto|consulta|visita|envío|primera consulta|diagnóstico|desplazamiento|asesoramiento)\s+gratuit[oa]\b/giu,
      /\bsin\s+(?:compromiso|recargos?|permanencia|costes ocultos|costos ocultos|suplementos?)\b/giu,
      /\ben\s+(?:menos de )?\d+\s+(?:minutos|horas|días) en (?:su|tu) casa\b/giu,
      /\b(?:más de )?\d[\d.]*\s+(?:años de experiencia|clientes satisfechos|clientes|pacientes)\b/giu,
      /\b24 horas(?:,? los 365 días| del día)?\b/giu,
      /\bISO \d{4,5}(?::\d{4})?\b/gi,
    ],
    from: /(?<![\p{L}])(desde|a partir de)\s*$/iu,
    condition:
      /(?<![\p{L}])(a partir de|pedidos?|compras?|mínimo|si|cuando|s[oó]lo|solamente|soci[oa]s?|miembros?|nuevos clientes|suscri\p{L}*|al (?:comprar|contratar|reservar)|con (?:cada|cualquier))(?![\p{L}])/iu,
    onlyCondition:
      /^(?:válid[oa]s? )?(?:(?:s[oó]lo|solamente|únicamente|exclusiv[oa]|exclusivamente)(?: (?:para|con|en|por|al))?|a partir de|(?:para|en|por)(?: [\p{L}\d-]+){0,3}? (?:soci[oa]s?|miembros?|client\p{L}*|pacientes?|estudiantes?|mayores|jubilad\p{L}*|suscri\p{L}*|pedidos?|compras?)|con (?:cada|cualquier|la compra|(?:tu|su) (?:primer\p{L}*|compra|pedido)|seguro)|al (?:comprar|contratar|reservar)|si)(?!\p{L})/iu,
    priceHead:
      /^(?:nuestr[oa]s? )?(?:precios?|tarifas?|costes?|costos?|importe|pvp)(?: en euros)?(?:\s*\((?:€|eur|con|iva incluido)[^)]*\))?$/i,
    notPaid: /(?<![\p{L}])(?:antes|hasta|precio anterior|ahorr(?:o|e|a|as)|en lugar de|en vez de|en otros sitios)$/iu,
    negation: /(?<![\p{L}])(no|sin|nunca|ningún|ninguna|nada|jamás)(?![\p{L}])/iu,
    since: /(?<![\p{L}])(?:desde|fundad[oa] en|abierto en)\s+((?:18|19|20)\d\d)\b/iu,
    areas:
      /^(?i:(?:también )?(?:damos servicio en|trabajamos en|atendemos(?: en)?|servimos en|entregamos en)|(?:nuestras? )?zonas? de servicio:?|cobertura en)\s+(\p{Lu}[^.;!?]{2,200})/u,
    notOffered:
      /(?<![\p{L}])no\s+(?:ofrecemos|hacemos|reparamos|instalamos|vendemos|tratamos|realizamos|trabajamos con)\s+([^.;!?]{3,90})/iu,
    hours:
      /(abierto|horario|lunes|martes|miércoles|jueves|viernes|sábado|domingo).*(\d{1,2}([:.]\d\d)?\s?(h|[–-]| a )|24 horas)/i,
    until: /(?<![\p{L}])(hasta|válid[oa]|termina|oferta|promoción|caduca)(?![\p{L}])/iu,
    dangling:
      /^(est[aeo]s?|es[aeo]s?|pero|y|o|si|entonces|porque|también|aquí|allí|qué|quién|cómo|dónde|cuándo|cuánto|por qué|además|sí[,.]|no[,.]|luego|después|así)(?![\p{L}])/iu,
    action:
      /^(reserv|pid|solicit|compr|llam(a|e)(?! (\+|\d))|contact|prueb|ver|consult|calcul|descubr|encarg|obt|empi|eli|agend|visit)/i,
    plainHeading:
      /^(qué |por qué|cómo |quién|dónde|nuestr[oa]s?|sobre |contacto|preguntas|opiniones|testimonios|servicios$|productos$|precios$|tarifas$|horario|equipo|bienvenid|inicio$|incluye$|zonas? de|aviso|lo que dicen)/i,
    and: /\s+(?:y|e|&|\+)\s+/i,
    wrapping: /^(nuestr[oa]s?|el|la|los|las|servicio de|servicios de)\s+|\s+(profesional(es)?)$/gi,
    cut: /,\s+(?:para que|porque|de modo que|así que)\s/i,
    urgent: /(minutos|horas|urgen|mismo día|noctur)/i,
    superlative:
      /(?<![\p{L}])(mejor(es)?|más (barat|rápid|grand|económic)\w*|líder(es)?|número (uno|1)|n\.?º ?1|único|única|perfect[oa]|imbatible)(?![\p{L}])/iu,
    guarantee: /(garantía\w*|garantiza\w*|siempre|nunca|devolución)/i,
    free: /gratis|gratuit/i,
  },
  whose: {
    denial:
      /(?<![\p{L}])(?:no|nunca|ya no)(?: [\p{L}]+){0,2}? (?:ofrecemos|hacemos|incluye[n]?|incluid[oa]s?|vendemos|realizamos|cubre|cubiert[oa]s?|disponibles?|encontrar[áa]s?|tenemos|damos|recibir[áa]s?|prometemos|garantizamos)(?: (?:en|el|la|los|las|con|de|por|aquí|nosotros|siguientes?|precio|servicios?))*\s*[:.…?]*$|^(?:excluid[oa]s?|exclusiones)(?![\p{L}])|(?<![\p{L}])(?:no|nunca|sin|en lugar de|en vez de|excepto)\s*[:…]$|(?:^|\s)(?:vs\.?|versus)\s|(?<![\p{L}])comparad[oa]s? con(?![\p{L}])/iu,
    not: /(?<![\p{L}])(?:no(?! s[oó]lo)|nunca|jamás|excluid[oa]s?|en lugar de|en vez de)(?![\p{L}])/iu,
    others:
      /(?<![\p{L}])(?:nuestr[oa]s? (?:soci[oa]s?|proveedor(?:es)?|colaborador(?:es)?|partners?|fabricantes?|competidor(?:es)?)|el fabricante|competidor(?:es)?|(?:la|nuestra) competencia|rival(?:es)?|(?:otr[oa]s|algun[oa]s|mal[oa]s) (?:empresas|cerrajeros|profesionales|fontaneros|clínicas|tiendas|abogados|talleres|proveedores)|otros sitios)(?![\p{L}])/iu,
    ours: /(?<![\p{L}])(?:nosotr[oa]s|nuestr[oa]s?|nos|\p{L}{2,}mos|empresa familiar|familiar|esta empresa|la empresa)(?![\p{L}])/iu,
    verb: /(?<![\p{L}])(?:es|son|era|fue|ha|han|fabrica|produce|vende|lleva|hace|tiene|existe|diseña)(?![\p{L}])/iu,
  },
  keywords: {
    near: ['cerca de mí'],
    cost: ['precio', 'precios'],
    online: ['online'],
    toBuy: (what) => [`comprar ${what}`],
    company: ['empresa'],
    more: /(?<![\p{L}])(barat[oa]s?|econ[oó]mic[oa]s?|descuentos?|ofertas?|rebajas?|low cost|24[ /-]?(?:7|h|hs|horas)|mismo d[ií]a)(?![\p{L}])/iu,
    withPlace: (what, place) => `${what} ${place}`,
    trade:
      /(?<![\p{L}])(cerrajeros?|fontaneros?|clínica|dentistas?|abogados?|taller|restaurante|electricistas?|software|empresa)(?![\p{L}])/iu,
    ofTrade: (what, trade) => `${trade} ${what}`,
    negatives: [
      'empleo',
      'trabajo',
      'sueldo',
      'curso',
      'formación',
      'prácticas',
      'gratis',
      'cómo hacer',
      'casero',
      'youtube',
      'segunda mano',
      'usado',
      'mayorista',
      'definición',
    ],
  },
};

function joined(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  const last = items.at(-1) ?? '';
  return `${items.slice(0, -1).join(', ')} ${/^h?i/i.test(last) ? 'e' : 'y'} ${last}`;
}
