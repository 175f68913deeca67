import { type RouteName, inputFields } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/** Fewer letters are the beginning of anything. */
const fewestLetters = 4;
/** Nobody means what is longer; it would come back in the message. */
const longestField = 40;

/**
 * Refuses a field that somebody means as one of the operation's and that is none, such as `workspaceid`:
 * ignored like other fields that nobody knows, it would lead to the workspace of those who name none.
 *
 * @throws TreasuryError `invalid_request`, naming both.
 */
export function refuseNearFields(name: RouteName, given: object): void {
  const known = inputFields(name);
  for (const field of Object.keys(given)) {
    if (known.includes(field) || field.length > longestField) continue;
    const letters = lettersOf(field);
    if (letters.length < fewestLetters) continue;
    const meant = known.find((one) => lettersOf(one).startsWith(letters));
    if (meant === undefined) continue;
    throw new TreasuryError(
      "invalid_request",
      `${JSON.stringify(field)} is no field of this request; \`${meant}\` is one.`,
    );
  }
}

function lettersOf(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, "");
}
