import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unreadEnvFile, withEnvFiles } from "./env-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "treasury-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

describe("files of settings", () => {
  it("are read where they are named: a later one wins over an earlier one, the environment over both", async () => {
    const first = await file("first", "PORT=1\nBASE_URL=http://a.example\nTREASURY_SANDBOX=on\n");
    const second = await file("second", 'PORT=2\nBASE_URL="http://b.example"\n');
    expect(await withEnvFiles([first, second], { PORT: "3" })).toEqual({
      PORT: "3",
      BASE_URL: "http://b.example",
      TREASURY_SANDBOX: "on",
    });
  });

  it("are not read unasked", async () => {
    const env = { PORT: "3" };
    expect(await withEnvFiles([], env)).toBe(env);
  });

  it("have to be there", async () => {
    await expect(withEnvFiles([join(folder, "gone")], {})).rejects.toThrow(
      /There is no file .*gone/,
    );
    await expect(withEnvFiles([""], {})).rejects.toThrow(/needs the name/);
  });

  it("have to be files, and it is said why one cannot be read", async () => {
    await expect(withEnvFiles([folder], {})).rejects.toThrow(/ cannot be read: EISDIR/);
  });

  it("are told of when one in this folder has settings that the environment has not", async () => {
    expect(await unreadEnvFile({}, folder)).toBeNull();
    await file(".env", "UNRELATED=1\nTREASURY_SANDBOX=on\n");
    expect(await unreadEnvFile({}, folder)).toBe(".env");
    expect(await unreadEnvFile({ TREASURY_SANDBOX: "off" }, folder)).toBeNull();
    await file(".env.local", "STRIPE_SECRET_KEY=sk_test_1\n");
    expect(await unreadEnvFile({}, folder)).toBe(".env.local");
  });
});
