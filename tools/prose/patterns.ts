/** One habit or term that LANGUAGE of the project avoids, and what to write instead. */
export interface Pattern {
  readonly message: string;
  /** A regular expression as text, with its flags, as textlint's pattern rule takes it. */
  readonly pattern: string;
}

/** Matches whole words, also across a line break. */
const words = (expression: string): string =>
  `/(?<![-\\w/.])(?:${expression.replaceAll(" ", "\\s+")})(?![-\\w])/i`;

/** Habits that hide who acts, or describe software as a person. */
const habits: readonly Pattern[] = [
  {
    message: "Name the actor: the process, the client, the approver, the caller.",
    pattern: words(
      "nobody(?! decided before the proposal expired)|somebody|anybody|everybody|no one|whoever|whomever|whichever of",
    ),
  },
  {
    message: "Software does not speak: it returns, reports, notifies, logs, sends, rejects.",
    pattern: words(
      "tells?|told|telling(?! apart)|hears?|heard|says?|said|has the last word|by its (?:own )?word",
    ),
  },
  {
    message: "Write outcome, result or status.",
    pattern: words(
      "what (?:has |had )?(?:becomes?|became|comes?|came) (?:of|to|out)|(?:came|comes) of (?:it|them)",
    ),
  },
  {
    message: "Say what it is, such as: is not a number.",
    pattern: words("(?<!there )(?:is|are|was|were) none(?! of)"),
  },
  {
    message: "Software does not live: pause, resume, continue, release, exit, crash.",
    pattern: words(
      "goes on|go on|went on|going on|let go(?: of)?|lets go|letting go|rests|at rest|comes to rest|(?:is|are|was|were) taken up|dies|died|is gone|are gone|was gone|lives on|wakes up",
    ),
  },
  {
    message: "Write persisted, created, again, permanently, automatically.",
    pattern: words("anew|for good|(?:is|are|was|were|be|been) kept|all the same"),
  },
  {
    message: "Begin with a noun phrase or a verb; a phrase has its noun.",
    pattern: "/^\\s*(?:Of|Whose|Whom|Who|Where|What|Whatever|Wherever)(?: \\S+){4}(?![^?]*\\?)/",
  },
];

/** Terms of the glossary, in the sense that has another word. */
const glossary: readonly (readonly [term: string, instead: string])[] = [
  ["safety gate|the gate|gate's", "screening"],
  ["agent bod(?:y|ies)|outside agents?|agents? from elsewhere", "machine, or external agent"],
  ["play money", "test money"],
  ['(?<!["=`])guests?(?!["`])', "anonymous callers"],
  ["telling texts?", "literal prefilter"],
  ["housekeeping|upkeep", "maintenance"],
  ["seal(?:ed)? texts?", "salted commitment"],
  ["sweeps?|swept", "purge expired records"],
  ["desks?", "dispatcher, service or monitor"],
  ["under way", "in flight, or running"],
  [
    "planted bugs?|batter(?:y|ies)|misfortunes?|unlucky|mortal|wavering",
    "mutation test, fault, crash, clock skew",
  ],
  ["wire words?", "field descriptions"],
  ["signed (?:records?|amounts?)", "a ledger entry with a positive or negative amount"],
  ["the reference(?:'s)?(?! (?:of|to|for)\\b)", "the service API"],
];

export const patterns: readonly Pattern[] = [
  ...habits,
  ...glossary.map(([term, instead]) => ({
    message: `Write the field's term: ${instead}.`,
    pattern: words(term),
  })),
];
