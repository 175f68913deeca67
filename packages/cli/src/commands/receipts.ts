import { Micros } from "@agent-treasury/provider";
import { type TrustedWitnesses, verifyReceipt } from "@agent-treasury/receipts";
import { type Command, Option } from "commander";
import { CommandError } from "../command-error.ts";
import { databaseOption, type Given, type Run, several } from "./command.ts";
import { cosign } from "./cosign.ts";
import { openExistingDatabase } from "./database.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
import { readKeys } from "./keys-file.ts";
import { openTreasury } from "./open-treasury.ts";
import { readText } from "./rule-file.ts";

const needsKey = "Needs TREASURY_RECEIPTS_KEY, the key of the deployment.";

export function addReceipts(program: Command, run: Run): void {
  withWorkspace(program.command("receipt <proposal>"))
    .summary("issue a receipt, which others verify offline")
    .description(`Prints a signed receipt of a paid spend. ${needsKey}`)
    .action(run(receipt));
  withKeys(program.command("check-receipt <file>"))
    .summary("verify a receipt offline")
    .description(
      "Verifies a receipt without a database or a network. Exits with 1 if it is not valid.",
    )
    .action(run(checkReceipt));
  withWorkspace(program.command("checkpoint"))
    .summary("sign the present ledger entries")
    .description(
      `Prints a signed checkpoint: the number of entries and their Merkle root. Store it where the
owner of the database cannot change it. ${needsKey}`,
    )
    .option(
      "--since <entries>",
      "prove that it extends a checkpoint of this size (with --json)",
      entriesOf,
    )
    .action(run(checkpoint));
  program
    .command("cosign <checkpoint>")
    .summary("sign a checkpoint as a witness")
    .description(
      `Prints the checkpoint with the signature of a witness, after it verified that it extends the one
that the witness signed before. The file of the witness is created if it does not exist. For a further
checkpoint, pass the output of checkpoint --json --since <entries>.`,
    )
    .requiredOption("--keys <file>", "keys.json of the deployment")
    .requiredOption("--witness <file>", "private key and state of the witness")
    .option("--name <name>", "name of a new witness", "witness")
    .action(run(cosign));
  program
    .command("receipt-keys")
    .summary("list, replace or revoke the keys that sign receipts")
    .description(
      `Prints the public keys as JSON. --rotate and --revoke need TREASURY_RECEIPTS_KEY.`,
    )
    .addOption(databaseOption())
    .option("--rotate", "create new keys. Earlier signatures stay valid")
    .addOption(
      new Option("--revoke", "create new keys, because others may know the present ones").conflicts(
        "rotate",
      ),
    )
    .action(run(receiptKeys));
}

/** Adds the options of {@link CheckOptions}. */
export function withKeys(command: Command): Command {
  return command
    .requiredOption("--keys <file>", "keys.json of the deployment")
    .option("--cosigned <file>", "its checkpoint with signatures of witnesses")
    .option("--witness <key>", "public key of a trusted witness (repeatable)", several);
}

function entriesOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`--since is ${JSON.stringify(text)}. Use a number of entries.`);
}

async function receipt({ argument, options, env, output }: Given<WorkspaceOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const request = { workspaceId: options.workspace, proposalId: String(argument) };
    const issued = await treasury.receipts.issue(request);
    output.print(options.json ? issued : issued.receipt);
  });
}

export interface CheckOptions {
  readonly keys: string;
  readonly cosigned?: string;
  readonly witness?: readonly string[];
}

export async function trustedBy({ witness, cosigned }: CheckOptions): Promise<TrustedWitnesses> {
  return {
    witnesses: witness ?? [],
    ...(cosigned !== undefined && { cosigned: await readText(cosigned) }),
  };
}

async function checkReceipt({ argument, options, output }: Given<CheckOptions>): Promise<0 | 1> {
  const text = (await readText(String(argument))).trim();
  const keys = await readKeys(options.keys);
  const report = await verifyReceipt(text, keys, await trustedBy(options));
  const { valid, problems, withheld, facts } = report;
  if (options.json) output.print(report);
  else if (facts === null) output.print(`INVALID  ${problems.join(" ")}`);
  else {
    const amount = usd(facts.spend["captured"]);
    const { deployment, workspace, proposalId, entries, approvals, overrun, payment } = facts;
    output.print(
      `valid  ${amount}, proposal ${proposalId} of ${workspace}, deployment ${deployment}`,
    );
    for (const { sequence, type, createdAt } of entries) {
      output.print(`  entry ${sequence}  ${type}, ${createdAt}`);
    }
    if (overrun !== null) output.print(`  ${usd(overrun)} above the approved amount`);
    for (const { name, at, isSigned, approvedAmount } of approvals) {
      const means = `, at most ${usd(approvedAmount)}${isSigned ? ", signed with a passkey" : ""}`;
      output.print(`  approved by ${name ?? "(withheld)"}, ${at}${means}`);
    }
    const { authorization = null } = payment ?? {};
    if (authorization !== null) {
      const { from, to, nonce, network, isRecorded } = authorization;
      const used = isRecorded ? "" : ", which no entry names";
      output.print(`  ${from} signed the payment to ${to} on ${network}, nonce ${nonce}${used}`);
    }
    for (const name of ["offer", "receipt"] as const) {
      const statement = payment?.[name] ?? null;
      if (statement === null) continue;
      const { signer, isPayee } = statement;
      output.print(`  ${name} signed by ${isPayee ? "the payee" : (signer ?? "(not verified)")}`);
    }
    for (const each of withheld) output.print(`  withheld: ${each}`);
  }
  return valid ? 0 : 1;
}

function usd(micros: unknown): string {
  return Micros.formatUsd(Micros.of(String(micros)));
}

type CheckpointOptions = WorkspaceOptions & { readonly since?: number };

async function checkpoint({ options, env, output }: Given<CheckpointOptions>): Promise<0> {
  return inWorkspace({ options, env }, async (treasury) => {
    const { workspace: workspaceId, since } = options;
    const request = { workspaceId, ...(since !== undefined && { since }) };
    const signed = await treasury.receipts.checkpoint(request);
    if (options.json) output.print(signed);
    else output.printLines(signed.checkpoint.trimEnd());
  });
}

interface KeysOptions {
  readonly rotate?: true;
  readonly revoke?: true;
}

async function receiptKeys({ options, env, output }: Given<KeysOptions>): Promise<0> {
  const storage = await openExistingDatabase(env);
  const treasury = openTreasury(storage, { receiptsKey: env["TREASURY_RECEIPTS_KEY"] });
  try {
    const { rotate = false, revoke = false } = options;
    const keys =
      rotate || revoke
        ? await treasury.receipts.rotateKeys({ revoke })
        : await treasury.receipts.keys();
    output.print(keys);
    return 0;
  } finally {
    await treasury.close();
  }
}
