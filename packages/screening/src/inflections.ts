import type { Language, ProhibitedUse } from "./terms/terms.ts";

/**
 * Returns other forms of a word. Some may be invalid, which is harmless because no text contains
 * them.
 */
type Inflect = (word: string) => readonly string[];

/** Common irregular verbs of English: base, past, participle. */
const irregularVerbs: readonly (readonly string[])[] =
  `beat beat beaten|bite bit bitten|break broke broken|bring brought|build built|burn burnt|buy bought|catch caught
  |choose chose chosen|cut|deal dealt|draw drew drawn|drive drove driven|fight fought|forget forgot forgotten
  |freeze froze frozen|give gave given|grow grew grown|hide hid hidden|hit|hold held|hurt|keep kept|lend lent|lose lost
  |make made|pay paid|sell sold|send sent|shoot shot|spend spent|spin spun|spread|steal stole stolen|strike struck
  |swear swore sworn|take took taken|teach taught|throw threw thrown|wear wore worn|win won|write wrote written`
    .split("|")
    .map((forms) => forms.trim().split(" "));

const verbOf: ReadonlyMap<string, readonly string[]> = new Map(
  irregularVerbs.flatMap((forms) => {
    const [base = ""] = forms;
    const all = [...forms, `${base}s`, ingOf(base)];
    return all.map((form): [string, string[]] => [form, all]);
  }),
);

const shortestStem = 4;

/**
 * Only inflects words with a verb's ending, because other words may be nouns, whose forms have
 * other meanings.
 */
function english(word: string): readonly string[] {
  const irregular = verbOf.get(word);
  if (irregular !== undefined) return irregular;
  const stem = /^(.+?)(?:ing|ed)$/.exec(word)?.[1];
  if (stem !== undefined && stem.length >= shortestStem) return verbForms(stem);
  if (/.{3}(?:ate|ise|ize|ify)$/.test(word)) return verbForms(word.replace(/[ey]$/, ""), word);
  const noun = /^(.{3,})ation$/.exec(word)?.[1];
  return noun === undefined ? [] : verbForms(`${noun}at`, `${noun}ate`);
}

function verbForms(stem: string, base = ""): readonly string[] {
  const y = base.endsWith("y");
  const forms = ["ing", "ed", "e", "es", "s", "er", "ers"].map((ending) => stem + ending);
  const nouns = stem.endsWith("at") ? [`${stem}ion`, `${stem}ions`, `${stem}or`, `${stem}ors`] : [];
  return [
    ...(y ? [`${stem}y`, `${stem}ies`, `${stem}ied`, `${stem}ying`] : [stem, ...forms]),
    ...nouns,
  ];
}

function ingOf(base: string): string {
  if (/[^aeiou]e$/.test(base)) return `${base.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(base) ? `${base}${base.at(-1)}ing` : `${base}ing`;
}

/** An ending, and its replacements in other forms. */
type Paradigm = readonly [ending: RegExp, others: readonly string[]];

function byParadigms(paradigms: readonly Paradigm[]): Inflect {
  return (word) => {
    const paradigm = paradigms.find(([ending]) => ending.test(word));
    if (paradigm === undefined) return [];
    const stem = word.replace(paradigm[0], "");
    return stem.length < shortestStem ? [] : paradigm[1].map((other) => stem + other);
  };
}

const oAdjective = (o: string, a: string, os: string, as: string): readonly string[] => [
  o,
  a,
  os,
  as,
];

/** Adjectives by gender and number, verbs by infinitive, participle and gerund. */
const inflections: Readonly<Record<Language, Inflect>> = {
  english,
  german: byParadigms([
    [/(?:tes|ten|ter|tem|te)$/, ["t", "te", "ten", "ter", "tes", "tem"]],
    [/(?:ieren|ierung)$/, ["ieren", "ierung", "iert", "ierte", "ierten"]],
    [/ung$/, ["ung", "ungen", "en"]],
    [/en$/, ["en", "ung", "t", "te", "ten"]],
  ]),
  french: byParadigms([
    [/(?:er|ées?|és?)$/, ["er", "e", "é", "ée", "és", "ées", "ant", "ent"]],
    [/age$/, ["age", "er", "é", "ée", "és", "ées", "ant"]],
  ]),
  spanish: byParadigms([
    [/(?:ar|ados?|adas?|ando)$/, ["ar", "a", "ado", "ada", "ados", "adas", "ando"]],
    [/(?:er|ir|idos?|idas?|iendo)$/, ["er", "ir", "ido", "ida", "idos", "idas", "iendo"]],
    [/[oa]s?$/, oAdjective("o", "a", "os", "as")],
  ]),
  italian: byParadigms([
    [/(?:are|at[oaie]|ando)$/, ["are", "a", "ato", "ata", "ati", "ate", "ando"]],
    [/(?:ere|ire|it[oaie]|endo)$/, ["ere", "ire", "ito", "ita", "iti", "ite", "endo"]],
  ]),
  portuguese: byParadigms([
    [/(?:ar|ados?|adas?|ando)$/, ["ar", "a", "ado", "ada", "ados", "adas", "ando"]],
    [/(?:er|ir|idos?|idas?|indo)$/, ["er", "ir", "ido", "ida", "idos", "idas", "indo"]],
    [/[oa]s?$/, oAdjective("o", "a", "os", "as")],
  ]),
};

const group = /\(([^()]*)\)/;
const participle = /(?:[ai]d[oa]s?|[ai]t[oaie]|ando|i?endo|ieren|ierung|iert)$/;
const plainWord = /^\p{L}+$/u;

/** Returns the use with inflected terms and exceptions. */
export function inflectUse(use: ProhibitedUse, language: Language): ProhibitedUse {
  const inflect = (term: string): string => inflectWritten(term, language);
  return {
    ...use,
    terms: use.terms.map(inflect),
    ...(use.exceptions && { exceptions: use.exceptions.map(inflect) }),
  };
}

/** Returns a term or an exception in which each word may have its other forms. */
export function inflectWritten(term: string, language: Language): string {
  return inflectTerm(term, inflections[language]);
}

/**
 * The forms of one-word terms: irregular verbs, and participles of other languages. Other forms are
 * often harmless: a card and carding, growth hacking and hacked.
 */
function alone(word: string, inflect: Inflect): readonly string[] {
  if (verbOf.has(word)) return inflect(word);
  if (inflect === english) return [];
  return participle.test(word) ? inflect(word).filter((form) => participle.test(form)) : [];
}

/** Inflects each word outside of a group, and each choice of a group that is a single word. */
function inflectTerm(term: string, language: Inflect): string {
  const inflect: Inflect = plainWord.test(term) ? (word) => alone(word, language) : language;
  return term
    .split(group)
    .map((piece, index) => {
      if (index % 2 === 1) {
        const choices = piece.split("|").map((choice) => choice.trim());
        return `(${unique(choices.flatMap((choice) => formsOf(choice, inflect))).join("|")})`;
      }
      return piece
        .split(/(\s+)/u)
        .map((word) => {
          const forms = formsOf(word, inflect);
          return forms.length === 1 ? word : `(${forms.join("|")})`;
        })
        .join("");
    })
    .join("");
}

function formsOf(word: string, inflect: Inflect): readonly string[] {
  return plainWord.test(word) ? unique([word, ...inflect(word.toLowerCase())]) : [word];
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
