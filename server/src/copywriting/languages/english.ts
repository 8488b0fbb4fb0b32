import { type Lexicon, wordSet } from './lexicon.ts';

const NUMBER = String.raw`(?:\d[\d,.]*|one|two|three|four|five|six|seven|ten|twelve|twenty|thirty|sixty)`;
const TIME = `(?:minutes?|hours?|business days?|working days?|days?|weeks?)`;

/** English, in title case. */
export const ENGLISH: Lexicon = {
  language: 'en',
  titleCase: true,
  functionWords:
    wordSet(`a after an and any are as at be been before by can could do does for from get has have here how i if in
    into is it its just may me more most my no not of off on one or our out over own per so some such than that the their
    them then there these they this those through to under until up us was we were what when where which while who will
    with within without would you your yours`),
  glue: wordSet('star stars rated rating ratings review reviews since serving official site from out of 5'),
  say: {
    inPlace: (what, place) => `${what} in ${place}`,
    serving: (places) => `Serving ${joined(places, ' & ')}`,
    alsoIn: (places) => `Serving ${joined(places, ' & ')}`,
    rating: (value, scale) => `Rated ${value} out of ${scale}`,
    ratingWithCount: (value, count, isOfReviews) => `${value} Stars, ${count} ${isOfReviews ? 'Reviews' : 'Ratings'}`,
    since: (year) => `Since ${year}`,
    from: (amount) => `from ${amount}`,
    official: (brand) => [`${brand} Official Site`, 'Official Site'],
    list: (items) => joined(items, ' and '),
    colon: ': ',
    stop: '.',
  },
  find: {
    promise:
      /\b(free|no|same[- ]day|next[- ]day|24\/7|24 hours|day and night|warranty|guaranteed?|included|flat[- ](?:rates?|fees?|prices?)|fixed[- ](?:prices?|fees?|package)|upfront|within|minutes?|hours?|today|tomorrow|this week|money[- ]back|returns?|delivery|delivered|instal?lments?|online|without|unlimited|cancel|refund|trial|weekends?|saturdays?|sundays?|evenings?|clear costs?|one price|to order)\b/i,
    proof:
      /\b(licensed|insured|bonded|certified|accredited|registered|approved|award|awards|winning|rated|stars?|reviews?|since|years|iso|members?|family[- ](run|owned|business)|trusted by|specialists?|board[- ]certified|chartered|soc 2|gdpr|experienced|english and german|texas license)\b/i,
    phrases: [
      RegExp(
        String.raw`\b(?:${NUMBER}[- ](?:year|month|week|day)|lifetime)[- ](?:[a-z-]+ ){0,2}?(?:warranty|guarantee|trial|returns)\b`,
        'gi',
      ),
      /\bfree (?:[\w-]+ ){0,2}?(?:quotes?|estimates?|consultation|delivery|shipping|returns|trial|inspection|visit|scan|assessment|parking|tasting|demo|pickup|installation|samples|cancellation|case review)\b/gi,
      /\bno (?:[\w-]+ ){0,2}?(?:fees?|surcharge|charge|obligation|contracts?|credit card|additives|commitment|hidden costs)(?: required)?\b/gi,
      /\b(?:same|next)[- ]day (?:repairs?|service|delivery|appointments|installation|dispatch|shipping)\b/gi,
      RegExp(
        String.raw`\b(?:at your door|with you|with you on site|delivered|delivery|installed|live|ready|reply|answers?|results|appointments?) (?:within|in) (?:the hour|${NUMBER} ${TIME}|the week|days)\b`,
        'gi',
      ),
      RegExp(
        String.raw`\b(?:over|more than )?${NUMBER}\+? (?:years of (?:experience|[a-z]+)|happy customers|customers|patients|clients|teams|companies|homes)\b`,
        'gi',
      ),
      /\b(?:24\/7|24[- ]hour) (?:support|service|emergency service|repairs?|monitoring|reception)\b/gi,
      /\bopen 24 hours(?:, every day)?\b/gi,
      /\b(?:licensed|fully licensed|certified|accredited) (?:and|&) (?:insured|bonded)\b/gi,
      /\bISO \d{4,5}(?::\d{4})?(?: certified)?\b/gi,
      /\bcancel any ?time\b/gi,
      /\bmoney[- ]back guarantee\b/gi,
    ],
    from: /\b(from|starting at|starts at|as low as)\s*$/i,
    condition:
      /\b(over|above|exceeding|minimum|at least|or more|spend(?:ing)?|orders?|purchases?|if|when|once|unless|only|members?|memberships?|subscri\w+|new (?:customers?|clients?|patients?)|first[- ](?:time|visit|order|purchase|booking)|with (?:any|every|each)|eligible|qualifying|selected|limited|subject to|terms)\b/i,
    onlyCondition:
      /^(?:(?:available|valid|good|offered|applies) )?(?:only (?:for|on|with|at|when|if|in|to)|(?:on|for|with|at|after)(?: [\w'’-]+){0,4}? (?:orders?|purchases?|members?|memberships?|subscri\w+|clients?|customers?|patients?|students?|seniors?|veterans?|only|plans?|bookings?|first|selected|eligible|qualifying|participating)|with (?:any|every|each|the purchase|a (?:new|paid|full|signed))|(?:members|(?:new|existing) (?:customers|clients|patients|members)) only|(?:over|above|minimum) [$€£]|(?:when|if|once) you|unless|subject to|exclud(?:es|ing))(?![\w-])/i,
    priceHead:
      /^(?:(?:our|the|your|flat|fixed|total|standard) )*(?:prices?|costs?|rates?|fees?|charges?|pricing|amount|total)(?: in \w+)?(?:\s*\((?:[$€£]|usd|eur|gbp|(?:inc|gross)[^)]*)\))?$/i,
    notPaid:
      /\b(?:was|were|before|(?:old|list|regular) price|rrp|msrp|regularly|usually|normally|sav(?:e|ings?)|up to|worth|instead of|elsewhere)$/i,
    negation: /\b(no|not|never|without|don['’]?t|cannot|can['’]?t|won['’]?t|isn['’]?t|aren['’]?t|nothing)\b/i,
    since:
      /\b(?:since|established(?: in)?|est\.?|founded in|opened in|started in|in business since)\s+((?:18|19|20)\d\d)\b/i,
    areas:
      /^(?i:(?:(?:we|we['’]re|are|have been|we['’]ve been|proudly|now|also|currently|locally) ){0,4}(?:serv(?:e|ing)|cover(?:ing)?|(?:work|deliver)(?:ing)? (?:in|to|across))|(?:our )?(?:service areas?|areas (?:we serve|we cover|served|covered))(?: are| include)?:?|(?:our |with )?offices in)\s+(?:(?:the|greater|all of) ){0,3}(\p{Lu}[^.;!?]{2,200})/u,
    notOffered:
      /\bwe (?:do not|don['’]?t|no longer|cannot|can['’]?t) (?:offer|do|provide|repair|service|treat|sell|install|handle|take(?: on)?|work on|act in|stock|groom|clean|serve|cover|deliver to|ship to|rent|build|paint|move)\s+([^.;!?]{3,90})/i,
    hours:
      /\b(open|hours?|mon(day)?|tue(sday)?|wed|thu|fri(day)?|sat(urday)?|sun(day)?)\b.*(\d{1,2}([:.]\d\d)?\s?(a\.?m|p\.?m|[–-])|24 hours|24\/7)/i,
    until: /\b(until|till|ends?|expires?|valid (through|to|until)|through|by|offer|sale|deadline)\b/i,
    dangling:
      /^(this|that|these|those|it|its|they|them|he|she|his|her|but|and|so|if|then|because|or|also|here|there|however|therefore|what|why|how|who|where|when|which|do|does|is|are|can|will|should|yes|no[,.]|often|about|today|once|both|either|for statutory|nobody|nothing|sorry|note)\b/i,
    action:
      /^(book|get|request|schedule|order|shop|buy|start|try|see|view|compare|ask|reserve|find|contact|call (?!\+|\d|\()|talk|claim|plan|visit|browse|explore|choose|design|calculate|check|rent|hire|join|sign up|create|make|speak|arrange|donate|apply for)\b/i,
    plainHeading:
      /^(what('?s| is| we| customers| clients| people| you)|why\b|how\b|who\b|our\b|about\b|contact|faq|frequently|questions|testimonials|reviews|services?$|products?$|prices?$|pricing|hours|opening|where\b|visit us|welcome|home$|menu$|team|meet\b|the (people|team|process)|related|more\b|follow|latest|news|included|overview|features$|description|details|specifications?|you may|customers|get in touch|service areas?$|areas\b|good to know|in (short|brief)|at a glance|plans$|the (details|facts|product))/i,
    and: /\s+(?:and|&|\+)\s+/i,
    wrapping:
      /^(our|your|the|a|an|professional|expert|quality|affordable|reliable|best|trusted)\s+|\s+(services?|solutions?|experts?|specialists?)$/gi,
    cut: /,\s+(?:with|so that|so|because|which|where|while)\s/i,
    urgent: /\b(minutes?|hours?|same[- ]day|24\/7|nights?|emergency|emergencies|today)\b/i,
    superlative:
      /\b(best|cheapest|lowest|fastest|highest|largest|biggest|finest|leading|greatest|safest|strongest|easiest|no\.? ?1|number one|#1|top[- ]rated|unbeatable|world[- ]class|perfect|ultimate|most (?:affordable|trusted|reliable|experienced|advanced|popular|recommended)|unmatched)\b/i,
    guarantee: /\b(guarantee\w*|warrant\w*|refund\w*|risk[- ]free|money[- ]back|always|never|promise\w*)\b/i,
    free: /\bfree\b/i,
  },
  whose: {
    denial:
      /\b(?:not|\w+n['’]t|dont|cannot|never|no longer)(?: [\w-]+){0,2}? (?:offer(?:ed)?|provided?|do(?:ne)?|included?|cover(?:ed)?|sell|sold|get|have|promised?|guaranteed?|supply|carry|stock|install|repair|service|treat|accept|expect|find|deliver|handle|perform|receive|available|part)(?: (?:for|in|from|with|at|by|of|on|to|the|this|these|any|us|our|here|you|your|following|prices?|package|plan|warranty|guarantee|contract|services?|anymore|more|now|today|yet))*\s*[:.…?]*$|\b(?:unable to|refuse to|stopped|used to|formerly|previously)(?: (?:offer(?:ing|ed)?|provid(?:e|ing|ed)|do(?:ing)?|sell(?:ing)?))?\s*[:.…]*$|^(?:what(?:['’]s| is| are) |currently )?(?:excluded|exclusions|unavailable|discontinued)\b|\b(?:not|never|no|without|instead of|excluding|except)\s*[:…]$|(?:^|\s)(?:vs\.?|versus)\s|\bhow (?:we|they|it) compares?\b/i,
    not: /^(?!(?:do not|don['’]?t|never|why not|not sure)\b).*\b(?:not(?! just| only| pay)|\w+n['’]t(?! pay)|dont|cannot|never|no longer|excluded|instead of)\b/i,
    others:
      /\b(?:(?:our|a|the|its) (?:[\w-]+ ){0,2}?(?:suppliers?|manufacturers?|makers?|vendors?)|our (?:[\w-]+ )?(?:partners?|competitors?|rivals?|competition)|competitors?|rivals?|(?<!than |by |from |beat )the competition|(?:what|the|most|many) others|the other guys|scammers|(?-i:^(?!We|You|I |It|This|That|Our|Your|The|Each|Every|All|He |She|Special|Current|Latest|More|New)(?=(?:[A-Z&][\w'’.&-]* )+(?:promises|provides|offers):$|(?:[A-Z&][\w'’.&-]* ){2,}(?:promises|provides|offers|charges):?$))|they (?:offer|promise|charge|claim|say)|elsewhere|(?:other|most|some|many|bad|big|cheap|rogue|dishonest|typical) (?:[\w-]+ )?(?:compan(?:y|ies)|business(?:es)?|providers?|shops|stores|firms?|agenc(?:y|ies)|chains?|franchises?|contractors?|plumbers?|roofers?|lawyers?|attorneys?|dentists?|clinics?|cleaners?|electricians?|locksmiths?|mechanics?|groomers?|arborists?|restaurants?|sellers?|installers?))\b/i,
    ours: /\b(?:(?i:we|our|ours|my|family[- ](?:owned|run|business)|locally owned|(?:the|this) (?:company|business|firm|practice|shop|restaurant|clinic|family))|us|Us|I)\b/,
    verb: /\b(?:has|have|had|is|are|was|were|been|makes?|builds?|sells?|produces?|supplies|manufactures?|designs|leads?|exists?|(?:made|built|manufactured|produced) (?:in|by))\b/i,
  },
  keywords: {
    near: ['near me', 'nearby'],
    cost: ['cost', 'prices'],
    online: ['online'],
    toBuy: (what) => [`buy ${what}`, `${what} shop`, `${what} for sale`],
    company: ['company'],
    more: /\b(cheap\w*|affordable|inexpensive|complimentary|low[- ](?:cost|price)\w*|budget|discount\w*|bargains?|deals?|coupons?|(?<!for )sale|top|24[ /-]?(?:7|h|hrs?|hours?)|around the clock|same[- ]day|next[- ]day)\b/i,
    withPlace: (what, place) => `${what} ${place}`,
    trade:
      /\b(lawyers?|attorneys?|plumbers?|roofers?|software|app|restaurant|dentists?|clinic|cleaners?|bakery|contractors?|electricians?|arborists?|locksmiths?|mechanics?|groomers?|company|agency|studio|salon|spa|gym|hotel)\b/i,
    ofTrade: (what, trade) => `${what} ${trade}`,
    negatives: [
      'jobs',
      'careers',
      'salary',
      'hiring',
      'apprenticeship',
      'training',
      'course',
      'school',
      'free',
      'diy',
      'how to',
      'youtube',
      'used',
      'wholesale',
      'definition',
    ],
  },
};

function joined(items: readonly string[], last: string): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')}${last}${items.at(-1)}`;
}
