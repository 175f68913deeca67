import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import { invalidRequest } from "./errors.ts";

/**
 * Checks an option of `createTreasury` that has options of its own.
 *
 * @param required the option without which the others have no use.
 * @throws TreasuryError `invalid_request` for an unknown option, and without the required one.
 */
export function checkGroup<Options extends object>(
  name: string,
  options: Options | null | undefined,
  known: NamesOf<Options>,
  required?: keyof Options & string,
): void {
  if (options === undefined || options === null) return;
  // The names of a host or an executor that stands in place of its group are its own.
  if (!Object.hasOwn(options, "specificationVersion")) checkOptions(name, options, known);
  if (required === undefined || options[required] !== undefined) return;
  throw invalidRequest(`\`${name}.${required}\` is missing.`);
}
