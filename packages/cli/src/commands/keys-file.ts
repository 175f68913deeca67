import type { KeySet } from "@agent-treasury/receipts";
import * as z from "zod";
import { CommandError } from "../command-error.ts";
import { parseJson } from "../export/read-export.ts";
import { readText } from "./rule-file.ts";

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
