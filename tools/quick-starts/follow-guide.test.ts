import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type GuideBlock, guideBlocks } from "../documents/guide-blocks.ts";
import { Follower } from "./follow-guide.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "follow-guide-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A follower that has executed these blocks. */
async function afterFollowing(blocks: readonly GuideBlock[]): Promise<Follower> {
  const follower = new Follower(folder, process.env);
  for (const block of blocks) await follower.follow(block);
  return follower;
}

function command(text: string): GuideBlock {
  return { language: "sh", text: `${text}\n`, file: null, staysRunning: false };
}

function printed(text: string): GuideBlock {
  return { language: "text", text: `${text}\n`, file: null, staysRunning: false };
}

describe("following a guide", () => {
  it("writes files to the working directory, and runs each line of a block", async () => {
    const guide =
      "```sh\nmkdir shop\ncd shop\n```\n\nIn `app/hello.txt`:\n\n```ts\nhello\n```\n\n```sh\ncat app/hello.txt\n```\n\n```text\nhello\n```\n";
    const { steps } = await afterFollowing(guideBlocks(guide));
    expect(readFileSync(join(folder, "shop/app/hello.txt"), "utf8")).toBe("hello\n");
    expect(steps.map(({ what }) => what)).toEqual([
      "mkdir shop",
      "cd shop",
      "write app/hello.txt",
      "cat app/hello.txt",
    ]);
  });

  it("fails when a command fails, or when the output differs", async () => {
    await expect(afterFollowing([command("false")])).rejects.toThrow("false exited with 1");
    const other = [command("echo Balance: 76 USD"), command("echo Balance: 52 USD")];
    await expect(afterFollowing([...other, printed("Balance: 76 USD")])).rejects.toThrow(
      "Balance: 52 USD",
    );
  });

  it("fails for a block without a target", async () => {
    const nowhere = { language: "ts", text: "code\n", file: null, staysRunning: false };
    await expect(afterFollowing([nowhere])).rejects.toThrow("The guide does not name the target");
  });
});
