import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Micros } from "@agent-treasury/provider";
import {
  cosignNote,
  isConsistent,
  type KeySet,
  type PrivateKey,
  readCheckpoint,
  readNote,
  signedAt,
  type TrustedWitnesses,
  verifyReceipt,
  witnessKeyText,
} from "@agent-treasury/receipts";
import { type Command, Option } from "commander";
import * as z from "zod";
import { CommandError } from "../command-error.ts";
import { parseJson } from "../export/read-export.ts";
import { databaseOption, type Given, type Run, several } from "./command.ts";
import { openExistingDatabase } from "./database.ts";
import { inWorkspace, withWorkspace, type WorkspaceOptions } from "./in-workspace.ts";
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

const witnessForm = z.object({
  name: z.string(),
  /** In base64. */
  publicKey: z.string(),
  privateKey: z.string(),
  /** The checkpoint that it signed last, by origin. */
  seen: z.record(z.string(), z.string()),
});
type Witness = z.infer<typeof witnessForm>;

const signedForm = z.object({ checkpoint: z.string(), proof: z.array(z.string()) });

interface CosignOptions {
  readonly keys: string;
  readonly witness: string;
  readonly name: string;
}

async function cosign(given: Given<CosignOptions>): Promise<0> {
  const { witness } = given.options;
  const lock = `${witness}.lock`;
  const held = await open(lock, "wx", 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EEXIST") throw cause;
    const message = `Another process signs with ${witness}. If no process does, remove ${lock}.`;
    throw new CommandError(message, { cause });
  });
  try {
    return await cosignAlone(given);
  } finally {
    await held.close();
    await rm(lock, { force: true });
  }
}

/** Two processes could otherwise sign two forks of a ledger. */
async function cosignAlone({ argument, options, output }: Given<CosignOptions>): Promise<0> {
  const given = await readText(String(argument));
  const { checkpoint: text, proof } = given.startsWith("{")
    ? signedForm.parse(parseJson(given))
    : { checkpoint: given.endsWith("\n") ? given : `${given}\n`, proof: [] };
  const note = readNote(text);
  const newer = readCheckpoint(note);
  await requireSignature(note, newer.origin, await readKeys(options.keys));
  const witness = await readWitness(options.witness, options.name);
  const seen = witness.seen[newer.origin];
  if (seen !== undefined) {
    const older = readCheckpoint(readNote(seen));
    const hashes = proof.map((hex) => Uint8Array.from(Buffer.from(hex, "hex")));
    if (!(await isConsistent(older, newer, hashes))) {
      throw new CommandError(
        `The checkpoint is not proved to extend the ${older.size} entries that the witness signed before. Use the output of checkpoint --json --since ${older.size}. If it is rejected too, the ledger was rewritten.`,
      );
    }
  }
  const privateKey = await crypto.subtle.importKey(
    "pkcs8",
    Buffer.from(witness.privateKey, "base64"),
    "Ed25519",
    false,
    ["sign"],
  );
  const publicKey = Uint8Array.from(Buffer.from(witness.publicKey, "base64"));
  const time = Math.floor(Date.now() / 1_000);
  const cosigned = await cosignNote(text, witness.name, publicKey, privateKey, time);
  await writeWitness(options.witness, {
    ...witness,
    seen: { ...witness.seen, [newer.origin]: text },
  });
  output.complain(`Key of the witness: ${await witnessKeyText(witness.name, publicKey)}`);
  output.printLines(cosigned.trimEnd());
  return 0;
}

async function requireSignature(
  note: ReturnType<typeof readNote>,
  origin: string,
  { keys }: KeySet,
): Promise<void> {
  for (const { purpose, x, deployment } of keys) {
    if (purpose !== "checkpoint" || !origin.startsWith(`${deployment}/`)) continue;
    const key = { name: origin, type: 1, publicKey: Uint8Array.from(Buffer.from(x, "base64url")) };
    if ((await signedAt(note, key)) !== null) return;
  }
  throw new CommandError("The checkpoint is not signed by a key of --keys.");
}

async function readWitness(path: string, name: string): Promise<Witness> {
  const isNew = await access(path).then(
    () => false,
    () => true,
  );
  if (!isNew) return witnessForm.parse(parseJson(await readText(path)));
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new CommandError("The runtime has no Ed25519.");
  const publicKey = await exported("raw", pair.publicKey);
  return { name, publicKey, privateKey: await exported("pkcs8", pair.privateKey), seen: {} };
}

async function exported(format: "raw" | "pkcs8", key: PrivateKey): Promise<string> {
  return Buffer.from(await crypto.subtle.exportKey(format, key)).toString("base64");
}

/** A signature is printed only after what it covers is on the disk. */
async function writeWitness(path: string, witness: Witness): Promise<void> {
  const next = await open(`${path}.new`, "w", 0o600);
  try {
    await next.writeFile(`${JSON.stringify(witness, null, 2)}\n`);
    await next.sync();
  } finally {
    await next.close();
  }
  await rename(`${path}.new`, path);
  // Windows cannot open a folder.
  if (process.platform === "win32") return;
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const keysForm = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      y: z.string().optional(),
      purpose: z.enum(["receipt", "checkpoint"]),
      deployment: z.string(),
      endedAt: z.string().nullable(),
      revoked: z.boolean(),
    }),
  ),
});

export async function readKeys(path: string): Promise<KeySet> {
  const read = keysForm.safeParse(parseJson(await readText(path)));
  if (read.success) return read.data;
  throw new CommandError(`${path} has no keys. Use keys.json of the deployment.`);
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
