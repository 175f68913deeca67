import type { Language, ProhibitedUse } from "./terms/terms.ts";

/** Returns other forms of a word; some may be no words, which no text contains. */
type Inflect = (word: string) => readonly string[];

/** The irregular verbs of English among common ones: base, past, participle. */
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

/** Only where a word shows that it is a verb: an unmarked one may be a noun, whose forms mean other things. */
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

/** An ending, and what stands in its place in other forms. */
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

/** The use with the other forms of its terms' words, and of its exceptions' words. */
export function inflectUse(use: ProhibitedUse, language: Language): ProhibitedUse {
  const inflect = (term: string): string => inflectTerm(term, inflections[language]);
  return {
    ...use,
    terms: use.terms.map(inflect),
    ...(use.exceptions && { exceptions: use.exceptions.map(inflect) }),
  };
}

/**
 * Forms that a term of one word may take: those of irregular verbs, and participles of the other languages.
 * The rest is often harmless: a card beside carding, growth hacking beside what was hacked.
 */
function alone(word: string, inflect: Inflect): readonly string[] {
  if (verbOf.has(word)) return inflect(word);
  if (inflect === english) return [];
  return participle.test(word) ? inflect(word).filter((form) => participle.test(form)) : [];
}

/** Each word outside of a group becomes one of its forms, and each choice of a group that is a word as well. */
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
