const before = `(anti|against|contra|contre|gegen|tegen|schutz vor|avoid|combat|combating|\
counter|detect|detecting|fight|fighting|prevent|\
preventing|protect from|protection from|recognise|recognize|simulated|spot|spotting|stop|stopping)`;

const after = `(alert*|analysis|assessment*|audit*|awareness|blocker*|blocking|check|checks|cleanup|compliance|conference*|\
counsel*|crisis|exercise*|defence*|defense*|detect*|filter*|guard*|helpline*|incident*|insurance|intelligence|\
mitigation|moderation|monitor*|prevent*|protect*|recovery|reduction|remediation|remov*|report*|research|response|\
regulat*|risk*|scan*|scoring|screening|shield*|simulat*|takedown*|test strip*|table top|tabletop|tests|training|victim*)`;

const drawn = `(asset*|clip art|icon*|low poly|pixel art|poster*|prop|props|sound effect*|sprite*|sticker*|\
vinyl)`;

const told = `(article*|book*|course*|documentar*|exhibition*|film*|lecture*|museum|novel*|play|podcast*|report*|talk)`;

const named = `(association|bakery|bikes|boots|brewery|brewing|burger*|cafe|cakes|cathedral|clothing|coffee|conference|\
cycling|dental|engineers|exhibition|flooring|florist|foundation|golf|guild|gym|history|institute|jeans|kitchen|\
landscaping|law|library|museum|nutrition|orchestra|painting|pizza|plumbing|restaurant|roofing|shoes|skate|society|\
ski|sport*|theater|theatre|tribute|university|vineyard*|winery)`;

/** Phrases that mention a term, or a name that contains it. */
export const mentions: readonly string[] = [
  `${told} (about|on) ... {term}*`,
  "(history|insurance|protection|survey|treatment) (against|of) ... {term}*",
  `{term} ${named}`,
];

/** Phrases that sell protection from a term, or help after it. */
export const defences: readonly string[] = [
  `${before} {term}*`,
  `{term} ${after}`,
  "(survivors|victims) of {term}",
  ...mentions,
];

/** The same for some of a kind's words, where a word before others does not indicate a defence. */
export function defencesAgainst(...words: readonly string[]): string[] {
  const any = `(${words.map((word) => `${word}*`).join("|")})`;
  return [`${before} ${any}`, `${any} ${after}`];
}

/** Phrases that depict a term in drawings, print or games. */
export const depictions: readonly string[] = [
  `${drawn} ... {term}*`,
  `{term}* ... ${drawn}`,
  ...mentions,
];
