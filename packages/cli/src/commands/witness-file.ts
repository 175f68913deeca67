import { access, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { PrivateKey } from "@agent-treasury/receipts";
import * as z from "zod";
import { CommandError } from "../command-error.ts";
import { parseJson } from "../export/read-export.ts";
import { readText } from "./rule-file.ts";

interface Witness {
  readonly name: string;
  /** In base64. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** The checkpoint that it signed last, by origin. */
  readonly seen: Readonly<Record<string, string>>;
}

const witnessForm = z.object({
  name: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  seen: z.record(z.string(), z.string()),
});

/** Creates the witness if the file does not exist. */
export async function readWitness(path: string, name: string): Promise<Witness> {
  const isNew = await access(path).then(
    () => false,
    () => true,
  );
  if (!isNew) {
    const read = witnessForm.safeParse(parseJson(await readText(path)));
    if (read.success) return read.data;
    throw new CommandError(`${path} is not the file of a witness.`);
  }
  if (!/^[^\s+\p{Cc}]+$/u.test(name)) {
    const found = JSON.stringify(name);
    throw new CommandError(`--name is ${found}. Use a name without white space and plus signs.`);
  }
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new CommandError("The runtime has no Ed25519.");
  const publicKey = await exported("raw", pair.publicKey);
  return { name, publicKey, privateKey: await exported("pkcs8", pair.privateKey), seen: {} };
}

async function exported(format: "raw" | "pkcs8", key: PrivateKey): Promise<string> {
  return Buffer.from(await crypto.subtle.exportKey(format, key)).toString("base64");
}

/** A signature is printed only after what it covers is on the disk. */
export async function writeWitness(path: string, witness: Witness): Promise<void> {
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
