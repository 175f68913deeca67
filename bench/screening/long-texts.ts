import { prohibitedUses } from "@agent-treasury/screening";

/** The screened fields of a spend. */
export interface ScreenedSpend {
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
}

type Piece = () => string;

const terms = prohibitedUses.flatMap((use) => use.terms);
const reviewTerms = prohibitedUses
  .filter(({ verdict }) => verdict === "review")
  .flatMap((use) => use.terms);
const exceptions = prohibitedUses.flatMap((use) => use.exceptions ?? []);
const excuses = ["anti", "prevent", "detect", "fight"];

/** Spends of 2,300 characters, the service's limit, with repeated text that is slow to screen. */
export function longSpends(ofEachKind: number): ScreenedSpend[] {
  return pieces(seededPick()).flatMap((piece) =>
    Array.from({ length: ofEachKind }, () => ({
      vendor: repeat(piece, 200),
      purpose: repeat(piece, 2_000),
      category: repeat(piece, 100),
    })),
  );
}

function pieces(pick: Pick): readonly Piece[] {
  const term: Piece = () => plain(pick(terms), pick);
  const excused: Piece = () => `${pick(excuses)} ${term()}`;
  const disguised: Piece = () => disguise(term());
  return [
    term,
    excused,
    disguised,
    () => plain(pick(reviewTerms), pick),
    () => plain(pick(exceptions), pick),
    () => disguise(plain(pick(exceptions), pick)),
    () => `é ${pick(excuses)}-${disguised()}`,
    () => `${term().replaceAll(" ", "")}x`,
    () => [...term()].join(" "),
    () => [...term()].join("-"),
    () => term().split(" ")[0] ?? "",
    () => "fake",
    () => "a1".repeat(50),
    () => "122105155 123456789",
    () => "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
  ];
}

/** A text that the term matches: one of its alternatives, without its signs. */
function plain(term: string, pick: Pick): string {
  return term
    .replaceAll(/\(([^()]*)\)/gu, (_group, choices: string) => pick(choices.split("|")).trim())
    .replaceAll(/ (?:\.\.\.|&) /gu, " ")
    .replaceAll("*", "")
    .replaceAll("{term}", "malware");
}

function disguise(text: string): string {
  return text.replaceAll("i", "1").replaceAll("o", "0").replaceAll("a", "@");
}

function repeat(piece: Piece, characters: number): string {
  let text = "";
  while (text.length < characters) text += `${piece()} `;
  return text.slice(0, characters);
}

type Pick = (choices: readonly string[]) => string;

/** A seeded random source, so that all versions screen the same texts. */
function seededPick(): Pick {
  let seed = 1;
  return (choices) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return choices[seed % choices.length] ?? "";
  };
}
