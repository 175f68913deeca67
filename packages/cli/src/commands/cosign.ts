import { open, rm } from "node:fs/promises";
import {
  cosignNote,
  isConsistent,
  type KeySet,
  readCheckpoint,
  readNote,
  signedAt,
  witnessKeyText,
} from "@agent-treasury/receipts";
import * as z from "zod";
import { CommandError } from "../command-error.ts";
import { parseJson } from "../export/read-export.ts";
import type { Given } from "./command.ts";
import { readKeys } from "./keys-file.ts";
import { readText } from "./rule-file.ts";
import { readWitness, writeWitness } from "./witness-file.ts";

const signedForm = z.object({ checkpoint: z.string(), proof: z.array(z.string()) });

interface CosignOptions {
  readonly keys: string;
  readonly witness: string;
  readonly name: string;
}

export async function cosign(given: Given<CosignOptions>): Promise<0> {
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
    ? signedIn(given, String(argument))
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

function signedIn(json: string, path: string): z.infer<typeof signedForm> {
  const read = signedForm.safeParse(parseJson(json));
  if (read.success) return read.data;
  throw new CommandError(`${path} is not the output of checkpoint --json.`);
}

async function requireSignature(
  note: ReturnType<typeof readNote>,
  origin: string,
  { keys }: KeySet,
): Promise<void> {
  for (const { purpose, x, deployment, revoked } of keys) {
    if (purpose !== "checkpoint" || !origin.startsWith(`${deployment}/`)) continue;
    const key = { name: origin, type: 1, publicKey: Uint8Array.from(Buffer.from(x, "base64url")) };
    if ((await signedAt(note, key)) === null) continue;
    if (!revoked) return;
    // The checkpoint can be a thief's fork, after which the witness could not sign the ledger.
    throw new CommandError("The key of the checkpoint was revoked. Use a newer checkpoint.");
  }
  throw new CommandError("The checkpoint is not signed by a key of --keys.");
}
