import { userInfo } from "node:os";
import type { Environment } from "@agent-treasury/server";
import { CommandError } from "../command-error.ts";

/** Who runs a command. */
export interface NamedOperator {
  readonly operator?: string;
  /** The names in `TREASURY_OPERATORS`. */
  readonly operators?: readonly string[];
}

export function configuredOperators(env: Environment): readonly string[] {
  const pairs = (env["TREASURY_OPERATORS"] ?? "").split(",");
  return pairs.map((pair) => pair.split(":")[0]?.trim() ?? "").filter((name) => name !== "");
}

/**
 * The person for the audit record: the named or the only operator, or this machine's user in a
 * deployment without operators.
 *
 * @throws CommandError for a name that is no operator's, and without a name among several.
 */
export function operatorOf(options: NamedOperator): string {
  return known(options) ?? userInfo().username;
}

/** The same for an emergency, in which a missing name must not stop the command. */
export function anyOperatorOf({ operator, operators = [] }: NamedOperator): string {
  return operator ?? (operators.length === 1 ? operators[0] : undefined) ?? userInfo().username;
}

/** The same for a decision, which a name of the machine cannot make. */
export function namedOperator(options: NamedOperator): string {
  const name = known(options);
  if (name !== null) return name;
  throw new CommandError("Name the approver with --operator, or set TREASURY_OPERATORS.");
}

function known({ operator, operators = [] }: NamedOperator): string | null {
  const [only, ...others] = operators;
  if (only === undefined) return operator ?? null;
  if (operator === undefined && others.length === 0) return only;
  if (operator !== undefined && operators.includes(operator)) return operator;
  throw new CommandError(
    `Name an operator of TREASURY_OPERATORS with --operator: ${operators.join(", ")}.`,
  );
}
