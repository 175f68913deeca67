/** What the model says next: one call of a tool, or the last word. */
export type Said =
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, string | number>>;
    }
  | { readonly kind: "text"; readonly text: string };

/** A task, and what the model says when so many calls have come to something. */
export interface TurnScript {
  readonly directive: string;
  readonly lastWord: string;
  say(results: number): Said;
}

/** The steps of the long turn. */
export const stepsOfLookingUp = 10;

/** A spend that somebody has to approve. */
export const paying: TurnScript = scriptOf(
  "Order paper for the printer.",
  "The paper is ordered.",
  1,
  () => [
    "propose_spend",
    { amountUsd: 25, vendor: "Acme Paper", purpose: "Paper for the printer" },
  ],
);

/** Ten calls of a tool that reads, a step each. */
export const lookingUp: TurnScript = scriptOf(
  "Look at every shelf.",
  "All shelves are looked at.",
  stepsOfLookingUp,
  (shelf) => ["look_up", { shelf }],
);

/** Which of the two a conversation is about. */
export function scriptFor(directive: string): TurnScript {
  return directive === paying.directive ? paying : lookingUp;
}

function scriptOf(
  directive: string,
  lastWord: string,
  calls: number,
  callOf: (index: number) => readonly [string, Readonly<Record<string, string | number>>],
): TurnScript {
  return {
    directive,
    lastWord,
    say: (results) => {
      if (results >= calls) return { kind: "text", text: lastWord };
      const [name, given] = callOf(results);
      return { kind: "call", id: `call_${results + 1}`, name, arguments: given };
    },
  };
}
