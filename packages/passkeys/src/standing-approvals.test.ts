import type { ActionAnswer } from "@agent-treasury/contract";
import type { CopiedPart, Json, Storage } from "@agent-treasury/provider";
import { PasskeyWalk, verifyCopy } from "@agent-treasury/treasury-core/verify";
import { beforeAll, describe, expect, it } from "vitest";
import { passkeyWorld, type PasskeyWorld, signed } from "./passkey-world.fixture.ts";
import { verifyStoredAssertion } from "./verify-stored-assertion.ts";

let world: PasskeyWorld;

/** A spend that a signed standing approval approved. */
beforeAll(async () => {
  world = passkeyWorld();
  const ada = await world.register("ada");
  await world.publishSigned("ada", ada, signed);
  const terms = { agentId: "buyer", vendor: "Acme", maximumUsd: 20, count: 5 };
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const route = "POST /treasury/standing-approvals";
  const started = await world.send<ActionAnswer>("ada", route, { ...terms, endsAt });
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  const { id } = started.body.action;
  const passkey = await world.sign("ada", ada, { intent: "approve_action", id });
  const body = { decision: "approve", passkey };
  await world.send("ada", `POST /treasury/actions/${id}/decide`, body);
  const asked = { agentId: "buyer", amountUsd: 12, vendor: "Acme", purpose: "paper" };
  const { proposal: spend } = await world.treasury.propose(asked);
  if (spend.status !== "executed") throw new Error(JSON.stringify(spend));
});

async function partsOf(storage: Storage): Promise<CopiedPart[]> {
  const all: CopiedPart[] = [];
  for await (const part of storage.copy("demo")) all.push(part);
  return all;
}

async function problemOf(change: (text: string) => string = (text) => text) {
  const walk = new PasskeyWalk("demo", verifyStoredAssertion);
  const parts = await partsOf(world.storage);
  const copy = async function* (): AsyncGenerator<CopiedPart> {
    for (const part of parts) {
      if (part.kind !== "doc" || part.doc.kind !== "proposal") yield part;
      else {
        const body = JSON.parse(change(JSON.stringify(part.doc.body))) as Json;
        yield { kind: "doc", doc: { ...part.doc, body } };
      }
    }
  };
  return (await verifyCopy("demo", copy(), [], [walk])).problem;
}

describe("a signed standing approval", () => {
  it("gives approvals whose signature is that of its creation", async () => {
    expect(await problemOf()).toBeNull();
  });

  // The digest of the proposal would find it as well.
  it.each([
    ["another payee", "Acme", "Other"],
    ["another agent", "buyer", "other"],
    ["another amount", '"amount":"12000000"', '"amount":"21000000"'],
  ])("gives none for %s", async (_name, before, after) => {
    const changed = (text: string) =>
      text.replace(/"fixed":\{[^}]*\},?/, "").replaceAll(before, after);
    expect(await problemOf(changed)).toContain("names a standing approval for other spends");
  });

  it("gives none without the action that created it", async () => {
    const problem = await problemOf((text) => text.replace(/("standing","id":")\w+/, "$1other"));
    expect(problem).toContain("names a standing approval that is missing");
  });

  it("remains valid after an erasure, which leaves no names", async () => {
    const { standingApprovals } = await world.treasury.standingApprovals.list();
    const [standing] = standingApprovals;
    const revocation = { standingApprovalId: standing?.id ?? "", operator: "ada" };
    await world.treasury.standingApprovals.revoke(revocation);
    await world.treasury.eraseText({ workspaceId: "demo" });
    expect(await problemOf()).toBeNull();
    const docs = (await partsOf(world.storage)).flatMap((part) =>
      part.kind === "doc" ? [part.doc.body] : [],
    );
    expect(JSON.stringify(docs)).not.toContain("Acme");
  });
});
