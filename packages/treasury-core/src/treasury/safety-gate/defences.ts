const before = ["anti", "counter", "against", "protection from", "protect from", "prevent", "stop"];
const after = [
  "analysis",
  "awareness",
  "blocker*",
  "blocking",
  "cleanup",
  "compliance",
  "defence*",
  "defense*",
  "detect*",
  "filter*",
  "insurance",
  "mitigation",
  "monitor*",
  "prevent*",
  "protect*",
  "recovery",
  "remediation",
  "remov*",
  "report*",
  "response",
  "scan*",
  "screening",
  "shield*",
  "simulat*",
  "test strip*",
  "training",
];

/** The phrases in which something is named by whoever sells protection from it. */
export function defencesAgainst(...terms: readonly string[]): string[] {
  return terms.flatMap((term) => [
    ...before.map((word) => `${word} ${term}*`),
    ...after.map((word) => `${term} ${word}`),
  ]);
}
