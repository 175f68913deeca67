import { DatabaseSync } from "node:sqlite";
import { passkeys } from "@agent-treasury/passkeys";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { softwareAuthenticator } from "@agent-treasury/testing/node";
import { createTreasury } from "@agent-treasury/treasury-core";
import { describe, expect, it } from "vitest";
import { run } from "./run-program.fixture.ts";
import { sqlitePlace } from "./sqlite-place.fixture.ts";

const origin = "http://localhost:3000";

interface Answers {
  readonly token: string;
  readonly nonce: string;
  readonly options: {
    readonly challenge: string;
    readonly rpId: string;
    readonly rp: { readonly id: string };
  };
  readonly proposal: { readonly status: string };
}

describe("agent-treasury passkeys", () => {
  const place = sqlitePlace();

  /** Ada registers a passkey, and signs an approval with it. */
  async function fill(): Promise<void> {
    const treasury = createTreasury({
      baseUrl: origin,
      storage: sqliteStorage({ path: place.file("treasury.db") }),
      recoverySeconds: false,
      budget: { startingCapitalUsd: 100, autoApproveUnderUsd: 0, minReserveUsd: 0 },
      authenticate: () => ({ name: "ada" }),
      passkeys: passkeys({ rpId: "localhost", rpName: "Test", origins: [origin] }),
    });
    const send = async (path: string, body: object): Promise<Answers> => {
      const headers = { "content-type": "application/json" };
      const given = JSON.stringify({ workspaceId: "acme", ...body });
      const request = new Request(`${origin}/api/service/treasury/${path}`, {
        method: "POST",
        headers,
        body: given,
      });
      return (await treasury.handler(request)).json() as Promise<Answers>;
    };
    const authenticator = softwareAuthenticator({ origin });
    const { token } = await send("passkey-invitations", { personId: "ada" });
    const begun = await send("passkey-registrations", { invitation: token });
    const registration = authenticator.create(begun.options);
    await send("passkeys", { nonce: begun.nonce, name: "Laptop", registration });
    const spend = { workspaceId: "acme", amountUsd: 12, vendor: "Acme", purpose: "paper" };
    const { id } = (await treasury.propose(spend)).proposal;
    const { nonce, options } = await send("passkey-challenges", { intent: "approve_proposal", id });
    const passkey = { nonce, assertion: authenticator.get(options) };
    const decided = await send("decide", { proposalId: id, decision: "approve", passkey });
    expect(decided.proposal).toMatchObject({
      status: "executed",
      approvals: { by: [{ passkey: true }] },
    });
    await treasury.close();
  }

  const at = (...words: string[]) => [
    ...words,
    "--workspace",
    "acme",
    "--database",
    place.database,
  ];

  it("lists, invites and removes", async () => {
    await fill();
    const listed = await run(at("passkeys", "list"));
    expect(listed.stdout).toMatch(
      /^ID {6}PERSON {2}NAME {4}ADDED {13}LAST USED\n[0-9a-f]{6} {2}ada {5}Laptop {2}[-:\d ]{16} {2}[-:\d ]{16}\n$/,
    );
    const [, id = ""] = /\n(\w+)/.exec(listed.stdout) ?? [];
    const invited = await run(
      at("passkeys", "invite", "--person", "ben", "--operator", "ada", "--approvers-sign-in"),
    );
    expect(invited.stdout).toMatch(/^Token, shown only now: pki_[0-9a-f]{64}$/m);
    const own = await run(
      at("passkeys", "invite", "--person", "ada", "--operator", "ada", "--approvers-sign-in"),
    );
    expect(own.stdout).toContain("valid once this administrative action is approved:");
    const removed = await run(
      at("passkeys", "remove", id, "--operator", "ada", "--approvers-sign-in"),
    );
    expect(removed.stdout).toContain("remove_passkey  pending");
    expect((await run(at("passkeys", "list"))).stdout).toContain(id);
    const withoutSignIn = await run(at("passkeys", "invite", "--person", "ben"));
    expect(withoutSignIn).toMatchObject({ exitCode: 2, stdout: "" });
    expect(withoutSignIn.stderr).toContain("add --approvers-sign-in");
    const unknown = await run(at("passkeys", "remove", "x", "--approvers-sign-in"));
    expect(unknown).toMatchObject({ exitCode: 2, stdout: "" });
    expect(unknown.stderr).toContain('The passkey "x" does not exist.');
  });

  it("are verified by `verify`, also in an export", async () => {
    await fill();
    const right = await run(["verify", "--database", place.database]);
    expect(right).toMatchObject({ exitCode: 0, stderr: "" });
    const file = place.file("export.ndjson");
    const exported = await run(["export", "--database", place.database, "--out", file]);
    expect(exported.exitCode).toBe(0);
    const ofFile = await run(["verify", "--export", file]);
    expect(ofFile.stdout).toMatch(/^acme {2}valid/m);
    const connection = new DatabaseSync(place.file("treasury.db"));
    const edit = `UPDATE documents SET body = replace(body, '"signature":"ME', '"signature":"MF') WHERE kind = 'passkey_signature'`;
    expect(connection.prepare(edit).run().changes).toBe(1);
    connection.close();
    const wrong = await run(["verify", "--database", place.database]);
    expect(wrong.stdout).toMatch(
      /^acme {2}INVALID {2}no single entry: The signature .* was changed/m,
    );
    expect(wrong.exitCode).toBe(1);
  });
});
