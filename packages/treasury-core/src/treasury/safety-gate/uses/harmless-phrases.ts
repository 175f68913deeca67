const before = [
  "anti",
  "against",
  "avoid",
  "combat",
  "combating",
  "counter",
  "detect",
  "detecting",
  "fight",
  "fighting",
  "prevent",
  "preventing",
  "protect from",
  "protection from",
  "spot",
  "spotting",
  "stop",
  "stopping",
];
const after = [
  "analysis",
  "assessment*",
  "audit*",
  "awareness",
  "blocker*",
  "blocking",
  "check",
  "checks",
  "cleanup",
  "compliance",
  "counsel*",
  "crisis",
  "defence*",
  "defense*",
  "detect*",
  "filter*",
  "helpline*",
  "incident*",
  "insurance",
  "intelligence",
  "mitigation",
  "monitor*",
  "prevent*",
  "protect*",
  "recovery",
  "reduction",
  "remediation",
  "remov*",
  "report*",
  "research",
  "response",
  "scan*",
  "screening",
  "shield*",
  "simulat*",
  "takedown*",
  "test strip*",
  "tests",
  "training",
  "victims",
];
const depictions = [
  "asset*",
  "clip art",
  "icon*",
  "low poly",
  "pixel art",
  "poster*",
  "prop",
  "props",
  "sound effect*",
  "sprite*",
  "sticker*",
  "vinyl",
];

/** The phrases in which something is named by whoever sells protection from it, or help after it. */
export function defencesAgainst(...terms: readonly string[]): string[] {
  const begun = anyOf(terms.map((term) => `${term}*`));
  return [`${anyOf(before)} ${begun}`, `${anyOf(terms)} ${anyOf(after)}`];
}

/** The phrases in which something is drawn, printed or played rather than sold. */
export function depictionsOf(...terms: readonly string[]): string[] {
  const begun = anyOf(terms.map((term) => `${term}*`));
  return [`${anyOf(depictions)} ... ${begun}`, `${begun} ... ${anyOf(depictions)}`];
}

function anyOf(texts: readonly string[]): string {
  return `(${texts.join("|")})`;
}
