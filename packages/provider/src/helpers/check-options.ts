import { type NamesOf, wrongOption } from "@agent-treasury/contract/names";
import { TreasuryError } from "../treasury-error.ts";

/**
 * Rejects unknown options. If ignored, a misspelled limit would have no effect.
 *
 * @param of the function or option to which they belong.
 * @throws TreasuryError `invalid_request` with the nearest name.
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options,
  known: NamesOf<Options>,
): void {
  const wrong = wrongOption(of, options, known);
  if (wrong !== null) throw new TreasuryError("invalid_request", wrong);
}
