/** The model's next output: one tool call, or the final message. */
export type Said =
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, string | number>>;
    }
  | { readonly kind: "text"; readonly text: string };

/** A task with the model's outputs by the number of completed calls. */
export interface TurnScript {
  readonly directive: string;
  readonly lastWord: string;
  say(results: number): Said;
}

/** The steps of the long turn. */
export const stepsOfLookingUp = 10;

/** A spend that needs approval. */
export const paying: TurnScript = scriptOf(
  "Order paper for the printer.",
  "The paper is ordered.",
  1,
  () => [
    "propose_spend",
    { amountUsd: 25, vendor: "Acme Paper", purpose: "Paper for the printer" },
  ],
);

/** Ten calls of a read-only tool, one per step. */
export const lookingUp: TurnScript = scriptOf(
  "Look at every shelf.",
  "All shelves are looked at.",
  stepsOfLookingUp,
  (shelf) => ["look_up", { shelf }],
);

/** Returns a conversation's script. */
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
