import { type NamesOf, wrongOption } from "@agent-treasury/contract/names";

/**
 * Rejects unknown options. If ignored, a misspelled one would have no effect.
 *
 * @throws TypeError with the nearest name.
 */
export function checkOptions<Options extends object>(
  of: string,
  options: Options,
  known: NamesOf<Options>,
): void {
  const wrong = wrongOption(of, options, known);
  if (wrong !== null) throw new TypeError(wrong);
}
