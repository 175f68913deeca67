import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guideBlocks } from "../documents/guide-blocks.ts";
import type { Follower } from "./follow-guide.ts";

const copied = ["src/index.ts", "wrangler.jsonc"];

/** Follows the README of the example for Workers until its deployment, which needs an account. */
export async function followWorker(root: string, follower: Follower): Promise<string> {
  const home = join(root, "examples/workers");
  const [local = ""] = readFileSync(join(home, "README.md"), "utf8").split("\n## Deploy");
  for (const file of copied) {
    const text = readFileSync(join(home, file), "utf8");
    await follower.follow({ language: "ts", text, file, staysRunning: false });
  }
  for (const block of guideBlocks(local)) await follower.follow(block);
  return "an approved spend on workerd";
}
