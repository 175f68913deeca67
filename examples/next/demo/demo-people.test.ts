import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDeployment, sessionHandler } from "@agent-treasury/server";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { expect, it, onTestFinished } from "vitest";
import { type DemoPeople, peopleSettings, storedPeople } from "./demo-people.ts";

const baseUrl = "http://localhost:3000";
const storage = memoryStorage();

function peopleFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "demo-people-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, ".data/people.json");
}

/** One start of the demo on a database that persists. */
async function started(people: DemoPeople) {
  const env = { ...peopleSettings(people, "127.0.0.1"), BASE_URL: baseUrl };
  const handle = sessionHandler(await openDeployment({ env, storage }));
  return async (action: string, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(`${baseUrl}/command/${action}`, init);
    return (await handle(request, { native: {} })) ?? Response.error();
  };
}

it("keeps a browser signed in when the demo is restarted", async () => {
  const file = peopleFile();
  const people = storedPeople(file);
  const first = await started(people);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ token: people.Ada });
  const signedIn = await first("sign-in", { method: "POST", headers, body });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";

  const second = await started(storedPeople(file));
  const session = await second("session", { headers: { cookie } });
  expect(await session.json()).toMatchObject({ operator: "Ada" });
});

it("stores tokens for the owner of the file only, and replaces a file without them", () => {
  const file = peopleFile();
  const people = storedPeople(file);
  expect(people.Ada).not.toBe(people.Grace);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const text of ["", "null", "{}", '{"Ada":"","Grace":""}', `{"Ada":"${people.Ada}"}`]) {
    writeFileSync(file, text);
    const replaced = storedPeople(file);
    expect(replaced.Ada).toMatch(/^[\w-]{32}$/);
    expect(replaced).not.toEqual(people);
    expect(storedPeople(file)).toEqual(replaced);
  }
});
