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

describe("settings files", () => {
  it("are read if specified: later files override earlier ones, the environment overrides files", async () => {
    const first = await file("first", "PORT=1\nBASE_URL=http://a.example\nTREASURY_SANDBOX=on\n");
    const second = await file("second", 'PORT=2\nBASE_URL="http://b.example"\n');
    expect(await withEnvFiles([first, second], { PORT: "3" })).toEqual({
      PORT: "3",
      BASE_URL: "http://b.example",
      TREASURY_SANDBOX: "on",
    });
  });

  it("are not read by default", async () => {
    const env = { PORT: "3" };
    expect(await withEnvFiles([], env)).toBe(env);
  });

  it("must exist", async () => {
    await expect(withEnvFiles([join(folder, "gone")], {})).rejects.toThrow(
      /The settings file .*gone does not exist/,
    );
    await expect(withEnvFiles([""], {})).rejects.toThrow(/requires a file name/);
  });

  it("must be files, otherwise the reason is reported", async () => {
    await expect(withEnvFiles([folder], {})).rejects.toThrow(/ cannot be read: EISDIR/);
  });

  it("are suggested if one in this folder has settings that the environment lacks", async () => {
    expect(await unreadEnvFile({}, folder)).toBeNull();
    await file(".env", "UNRELATED=1\nTREASURY_SANDBOX=on\n");
    expect(await unreadEnvFile({}, folder)).toBe(".env");
    expect(await unreadEnvFile({ TREASURY_SANDBOX: "off" }, folder)).toBeNull();
    await file(".env.local", "STRIPE_SECRET_KEY=sk_test_1\n");
    expect(await unreadEnvFile({}, folder)).toBe(".env.local");
  });
});
