import type { PaidResource, PaymentExecutor } from "@agent-treasury/provider";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTreasury } from "../../../create/create-treasury.ts";
import { ada, outcomeOf } from "../../../create/test-treasury.fixture.ts";
import { contentsOf } from "../../../kernel/ledger/edited-storage.fixture.ts";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { memoryStorage } from "../../../memory.ts";
import { eraseText } from "../../workspace/erase-text.ts";
import { quotedWorld, recordingExecutor } from "../quotes/quoted-world.fixture.ts";
import { readResource, wholeOf } from "./read-resource.ts";
import { resourceKind } from "./resource-doc.ts";

const day = 86_400_000;
const small = { maximum: dollars(5), rail: "seller" };

function aResource(changes: Partial<PaidResource> = {}): PaidResource {
  const body = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  return { status: 200, contentType: "text/html", body, ...changes };
}

async function* restOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* parts;
}

/** Pays at once, and returns what was bought. */
function sellingExecutor(resource: PaidResource): PaymentExecutor {
  const pay: PaymentExecutor["pay"] = async ({ proposalId, amount }) => {
    const captures = [{ id: `paid ${proposalId}`, amount }];
    return { kind: "executed", captures, reference: "payment", resource };
  };
  return recordingExecutor("seller", { pay });
}

function sellingWorld(resource = aResource()) {
  const world = quotedWorld([sellingExecutor(resource)]);
  const read = async (proposalId: string, agentId: string | null = null) =>
    wholeOf(await readResource(world.engine, { workspaceId: "acme", proposalId, agentId }));
  return { ...world, read };
}

describe("what a spend bought", () => {
  it("is stored, and read by the agent that proposed it", async () => {
    const { buy, read } = sellingWorld();
    const { id, hasResource } = await buy(small);
    expect(hasResource).toBe(true);
    expect(await read(id)).toEqual(aResource());
    expect(await read(id, "agent")).toEqual(aResource());
    expect(await outcomeOf(read(id, "other"))).toBe("proposal_not_found");
    expect(await outcomeOf(read("prop_0"))).toBe("proposal_not_found");
  });

  it("is stored with what the payee signed, which is erased with it", async () => {
    const signer = `0x${"5e".repeat(20)}`;
    const receipt = { signer, isPayee: true, text: "{}" };
    const resource = aResource({ signed: { offer: null, receipt } });
    const { buy, read, clock, engine } = sellingWorld(resource);
    const { id } = await buy(small);
    expect(await read(id)).toEqual(resource);
    clock.advance(1_000);
    await eraseText(engine, "acme", ada, null);
    const { docs } = await contentsOf(engine.storage, "acme");
    const stored = docs.filter(({ kind }) => kind === resourceKind);
    expect(stored.map(({ body }) => body)).toEqual([
      { status: 200, contentType: null, body: null },
    ]);
  });

  it.each([
    ["a long statement", { signer: null, isPayee: false, text: "x".repeat(4_097) }],
    ["an invalid signer", { signer: "the payee", isPayee: true, text: "{}" }],
    ["no text", { signer: null, isPayee: false, text: 1 as never }],
  ])("is stored without %s", async (_, receipt) => {
    const { buy, read } = sellingWorld(aResource({ signed: { offer: null, receipt } }));
    expect(await read((await buy(small)).id)).toEqual(aResource());
  });

  it("is stored before the commit that records the payment", async () => {
    const { buy, read, engine } = sellingWorld();
    const { committer } = engine;
    const run = committer.run.bind(committer);
    committer.run = (workspaceId, command) =>
      command.name === "capture_spend"
        ? Promise.reject(new Error("The process exited."))
        : run(workspaceId, command);
    await expect(buy(small, { id: "prop_1" })).rejects.toMatchObject({
      code: "payment_unconfirmed",
      cause: { message: "The process exited." },
    });
    expect(await read("prop_1")).toEqual(aResource());
  });

  it.each<[string, Partial<PaidResource>]>([
    ["larger than 256 KiB", { body: new Uint8Array(262_145) }],
    ["not bytes", { body: "text" as never }],
    ["without a status", { status: Number.NaN }],
  ])("is lost if it is %s, and the payment is recorded", async (_what, changes) => {
    const { buy, read } = sellingWorld(aResource(changes));
    const proposal = await buy(small);
    expect(proposal).toMatchObject({ status: "executed", capturedUsd: 5, hasResource: false });
    expect(await outcomeOf(read(proposal.id))).toBe("resource_not_found");
  });

  it("may be 256 KiB, and has no content type that cannot be a header", async () => {
    const body = new Uint8Array(262_144).fill(255);
    const { buy, read } = sellingWorld(aResource({ body, contentType: "text/html\r\nx: y" }));
    const { id } = await buy(small);
    expect(await read(id)).toEqual({ status: 200, contentType: null, body });
  });

  it("may be 8 MiB, in parts, and is erased with them", async () => {
    const parts = Array.from({ length: 31 }, (_, at) => new Uint8Array(262_144).fill(at + 1));
    const body = new Uint8Array(262_144);
    const { buy, read, clock, engine } = sellingWorld(aResource({ body, rest: restOf(parts) }));
    const { id, hasResource } = await buy(small);
    expect(hasResource).toBe(true);
    const { body: whole } = await read(id);
    expect([whole.length, whole[262_143], whole[262_144], whole.at(-1)]).toEqual([
      8_388_608, 0, 1, 31,
    ]);
    clock.advance(1_000);
    await eraseText(engine, "acme", ada, null);
    expect(await outcomeOf(read(id))).toBe("resource_not_found");
    const { docs } = await contentsOf(engine.storage, "acme");
    const stored = docs.filter(({ kind }) => kind.startsWith(resourceKind));
    expect(stored).toHaveLength(32);
    expect(JSON.stringify(stored).length).toBeLessThan(20_000);
  });

  it.each<[string, readonly Uint8Array[]]>([
    ["a part that is too long", [new Uint8Array(262_145)]],
    ["too many parts", Array.from({ length: 32 }, () => new Uint8Array(1))],
  ])("is lost with %s, and the payment is recorded", async (_what, parts) => {
    const { buy, read } = sellingWorld(aResource({ rest: restOf(parts) }));
    const proposal = await buy(small);
    expect(proposal).toMatchObject({ status: "executed", capturedUsd: 5, hasResource: false });
    expect(await outcomeOf(read(proposal.id))).toBe("resource_not_found");
  });

  it("is deleted after 30 days", async () => {
    const { buy, read, clock } = sellingWorld();
    const { id } = await buy(small);
    clock.advance(30 * day - 1);
    expect((await read(id)).status).toBe(200);
    clock.advance(1);
    expect(await outcomeOf(read(id))).toBe("resource_not_found");
  });

  it("is erased with the texts of the spend", async () => {
    const { buy, read, clock, engine, verify } = sellingWorld();
    const { id } = await buy(small);
    clock.advance(1_000);
    await eraseText(engine, "acme", ada, null);
    expect(await outcomeOf(read(id))).toBe("resource_not_found");
    const { docs } = await contentsOf(engine.storage, "acme");
    const [stored] = docs.filter(({ kind }) => kind === resourceKind);
    expect(JSON.stringify(stored!.body).length).toBeLessThan(100);
    expect(await verify()).toMatchObject({ valid: true });
  });
});

/** A service, and a spend of it that was paid. */
async function soldOverHttp(resource: PaidResource, storage = memoryStorage()) {
  const treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage,
    budget: { startingCapitalUsd: 500 },
    executors: { executor: sellingExecutor(resource) },
  });
  onTestFinished(() => treasury.close());
  const spend = { amountUsd: 5, vendor: "Acme", purpose: "paper" };
  const { proposal } = await treasury.propose(spend);
  const ask = (accept: string, proposalId = proposal.id) =>
    treasury.handler(
      new Request(`http://localhost:3000/api/service/treasury/proposals/${proposalId}/resource`, {
        headers: { accept },
      }),
    );
  return { treasury, proposal, ask };
}

describe("GET /treasury/proposals/{proposalId}/resource", () => {
  it("responds with a harmless download, or with JSON", async () => {
    const { treasury, proposal, ask } = await soldOverHttp(aResource());
    const download = await ask("text/html,application/xhtml+xml,*/*;q=0.8");
    expect(Object.fromEntries(download.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
      "x-resource-type": "text/html",
    });
    expect(new Uint8Array(await download.arrayBuffer())).toEqual(aResource().body);
    const json = await (await ask("application/json")).json();
    const bodyBase64 = Buffer.from(aResource().body).toString("base64");
    expect(json).toEqual({ status: 200, contentType: "text/html", bodyBase64 });
    const missing = await ask("*/*", "prop_0");
    expect([missing.status, (await missing.json()).code]).toEqual([404, "proposal_not_found"]);
    const request = { proposalId: proposal.id };
    expect(await treasury.readResource(request)).toEqual(aResource());
  });

  it.each([
    ["bytes", "*/*", async (answer: Response) => Buffer.from(await answer.arrayBuffer())],
    [
      "JSON",
      "application/json",
      async (answer: Response) => Buffer.from((await answer.json()).bodyBase64, "base64"),
    ],
  ])("sends %s of a long resource as they are taken", async (_, accept, bytesOf) => {
    const lengths = [262_144, 100_001, 2, 262_144, 1];
    const parts = lengths.map((length, at) => new Uint8Array(length).fill(at + 1));
    const storage = memoryStorage();
    const load = vi.spyOn(storage, "load");
    const long = aResource({ rest: restOf(parts) });
    const { ask } = await soldOverHttp(long, storage);
    const loadedBefore = load.mock.calls.length;
    const answer = await ask(accept);
    const first = await answer.clone().body!.getReader().read();
    expect(first.done).toBe(false);
    expect(load.mock.calls.length - loadedBefore).toBeLessThan(lengths.length);
    expect(await bytesOf(answer)).toEqual(Buffer.concat([long.body, ...parts]));
  });

  it("is sent as a whole before the storage is closed", async () => {
    const part = new Uint8Array(262_144);
    const storage = memoryStorage();
    const closed = vi.spyOn(storage, "close");
    const { treasury, ask } = await soldOverHttp(aResource({ rest: restOf([part]) }), storage);
    const [sent, dropped] = [await ask("*/*"), await ask("*/*")];
    const closing = treasury.close();
    await dropped.body?.cancel();
    // Longer than the other steps of the shutdown, which use no timers.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closed).not.toHaveBeenCalled();
    expect((await sent.arrayBuffer()).byteLength).toBe(20_000 + part.length);
    await closing;
    expect(closed).toHaveBeenCalledOnce();
  });
});
