import type { AdministrativeAction } from "@agent-treasury/contract";
import { type TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import type { Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { describeAction } from "./action-text.ts";
import { type Given, databaseOption } from "./command.ts";
import { openExistingDatabase, requireWorkspace } from "./database.ts";
import { openTreasury, type OpenTreasuryOptions } from "./open-treasury.ts";
import type { NamedOperator } from "./operator.ts";
import type { Output } from "./output.ts";

export interface WorkspaceOptions extends NamedOperator {
  readonly workspace: string;
  readonly approversSignIn?: true;
  readonly timeZone?: string;
}

export function withWorkspace(command: Command): Command {
  return command
    .requiredOption("--workspace <id>", "the workspace")
    .addOption(databaseOption())
    .addOption(
      new Option("--approvers-sign-in", "the deployment sets `authenticate` in its code").default(
        undefined,
        "if TREASURY_OPERATORS is set",
      ),
    );
}

export function operatorOption(): Option {
  return new Option(
    "--operator <name>",
    "the operator's name for the audit record (default: the only one of TREASURY_OPERATORS, without operators this machine's user)",
  );
}

interface InPlace<Options> extends Pick<Given<unknown>, "env"> {
  readonly options: Options;
}

/** Opens the treasury of an existing workspace, and closes it afterwards. */
export async function inWorkspace(
  { options, env }: InPlace<WorkspaceOptions>,
  work: (treasury: Treasury) => Promise<void>,
  more: Pick<OpenTreasuryOptions, "model" | "settings"> = {},
): Promise<0> {
  const storage = await openExistingDatabase(env);
  const hasSignIn =
    options.approversSignIn === true || (env["TREASURY_OPERATORS"] ?? "").trim() !== "";
  const treasury = openTreasury(storage, {
    hasSignIn,
    timeZone: options.timeZone,
    receiptsKey: env["TREASURY_RECEIPTS_KEY"],
    ...more,
  });
  try {
    await requireWorkspace(storage, options.workspace);
    await work(treasury);
    return 0;
  } catch (error) {
    if (hasSignIn || !needsSignIn(error)) throw error;
    const option = "If the deployment sets `authenticate` in its code, add --approvers-sign-in.";
    throw new CommandError(`${error.message}\n${option}`, { cause: error });
  } finally {
    await treasury.close();
  }
}

/** As `inWorkspace`, or in a new workspace in memory if none is named. */
export async function inAnyWorkspace(
  { options, env }: InPlace<Partial<WorkspaceOptions>>,
  timeZone: string,
  work: (treasury: Treasury, workspaceId: string) => Promise<void>,
  more: Pick<OpenTreasuryOptions, "model" | "settings">,
): Promise<0> {
  const { workspace } = options;
  if (workspace !== undefined) {
    const place = { ...options, workspace, timeZone };
    return inWorkspace({ options: place, env }, (treasury) => work(treasury, workspace), more);
  }
  const treasury = openTreasury(memoryStorage(), { timeZone, ...more });
  try {
    await work(treasury, "draft");
    return 0;
  } finally {
    await treasury.close();
  }
}

const signInErrors: ReadonlySet<string> = new Set([
  "sign_in_not_connected",
  "passkeys_not_connected",
]);

/** Whether persons must sign in, and the treasury has no sign-in. */
function needsSignIn(error: unknown): error is TreasuryError {
  return isTreasuryError(error) && signInErrors.has(error.code);
}

/** Prints the response to a request for an administrative action. */
export function printAction(
  output: Output,
  { json }: { readonly json: boolean },
  answer: { readonly action: AdministrativeAction },
): void {
  output.print(json ? answer : describeAction(answer.action));
}
