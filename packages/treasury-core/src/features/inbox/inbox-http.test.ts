import type { Inbox, WorkspaceList } from "@agent-treasury/contract";
import { type Storage, TreasuryError } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { type Treasury, type TreasuryOptions, createTreasury } from "../../index.ts";
import { memoryStorage } from "../../memory.ts";
import { two } from "../administration/under-two.fixture.ts";
import { publishedBy } from "../rules/published-by.fixture.ts";

/** Each person may read the workspaces that begin with the person's name. */
const authorize: NonNullable<TreasuryOptions["authorize"]> = ({ operator, workspaceId }) =>
  workspaceId === null || workspaceId.startsWith(operator?.name ?? "nothing");

function open(options: Partial<TreasuryOptions> = {}): Treasury {
  return createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    authenticate: ({ headers }) => ({ name: headers.get("authorization") ?? "" }),
    authorize,
    recoverySeconds: false,
    ...options,
  });
}

interface Answer {
  readonly status: number;
  readonly body: Inbox & { readonly code?: string };
}

async function read(
  treasury: Treasury,
  person: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const search = new URLSearchParams(query).toString();
  const request = new Request(`http://localhost:3000/api/service/treasury/inbox?${search}`, {
    headers: { authorization: person },
  });
  const response = await treasury.handler(request);
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

/** Follows the cursor to the end. */
async function readAll(
  treasury: Treasury,
  person: string,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly Inbox[]> {
  const pages: Inbox[] = [];
  for (let cursor: string | null = "0"; cursor !== null;) {
    const { body }: Answer = await read(treasury, person, { ...query, cursor });
    pages.push(body);
    ({ cursor } = body);
  }
  return pages;
}

async function propose(
  treasury: Treasury,
  workspaceId: string,
  vendor = "Acme",
  operator?: string,
): Promise<string> {
  const { proposal } = await treasury.propose({
    workspaceId,
    amountUsd: 12,
    vendor,
    purpose: "paper",
    ...(operator !== undefined && { operator }),
  });
  return proposal.id;
}

describe("GET /treasury/inbox", () => {
  it("returns what needs approval in the workspaces that the person may read, oldest first", async () => {
    let time = Date.now();
    const treasury = open({ storage: memoryStorage({ now: () => (time += 1) }) });
    const first = await propose(treasury, "Grace-shop");
    const second = await propose(treasury, "Ada-shop", "Beta");
    const third = await propose(treasury, "Ada-lab");
    await publishedBy(treasury, { workspaceId: "Ada-lab", rules: two }, ["Ada", "Ben"]);
    await treasury.reset({ workspaceId: "Ada-lab", operator: "Ada" }).catch(() => null);

    const { body } = await read(treasury, "Ada");
    expect(body).toMatchObject({
      proposals: [
        { id: second, workspaceId: "Ada-shop", vendor: "Beta", status: "pending" },
        { id: third, workspaceId: "Ada-lab", approvals: { given: 0, needed: 1 } },
      ],
      actions: [{ workspaceId: "Ada-lab", type: "reset", approvals: { given: 1, needed: 2 } }],
      workspaces: [
        { workspaceId: "Ada-lab", balanceUsd: 1_000, heldUsd: 0, pendingCount: 1 },
        { workspaceId: "Ada-shop", budget: { maxSpendPerActionUsd: 50 } },
      ],
      notDone: [],
      cursor: null,
    });
    expect(JSON.stringify(body)).not.toContain("Grace");
    const graces = await read(treasury, "Grace");
    expect(graces.body.proposals.map(({ id }) => id)).toEqual([first]);
    expect(graces.body.actions).toEqual([]);
    expect(JSON.stringify(graces.body)).not.toContain("Ada");
  });

  it("omits what is decided or expired, and actions that the person may not list", async () => {
    const treasury = open({
      authorize: ({ action }) => action !== "listActions",
      proposalExpiryHours: 1,
      storage: memoryStorage({ now: () => time }),
    });
    let time = Date.now();
    const denied = await propose(treasury, "a");
    await treasury.decide({ workspaceId: "a", proposalId: denied, decision: "deny" });
    await propose(treasury, "b");
    time += 3_600_001;
    await publishedBy(treasury, { workspaceId: "c", rules: two }, ["Ada", "Ben"]);
    await treasury.reset({ workspaceId: "c", operator: "Ada" }).catch(() => null);
    expect((await read(treasury, "Ada")).body).toEqual({
      proposals: [],
      actions: [],
      workspaces: [],
      notDone: [],
      cursor: null,
    });
  });

  it("loads only the workspaces with something pending, on one page", async () => {
    const storage = memoryStorage();
    const loaded: string[] = [];
    const load = storage.load.bind(storage);
    const observed: Storage["load"] = (requests) => {
      loaded.push(...requests.map(({ workspaceId }) => workspaceId));
      return load(requests);
    };
    const treasury = open({
      storage: Object.assign(storage, { load: observed }),
      autoApprovePayees: "any",
    });
    for (let index = 0; index < 210; index += 1) {
      await treasury.propose({
        workspaceId: `Ada-${String(index).padStart(3, "0")}`,
        amountUsd: index === 150 ? 12 : 1,
        vendor: "Acme",
        purpose: "paper",
      });
    }
    loaded.length = 0;
    const { body } = await read(treasury, "Ada");
    expect(body).toMatchObject({ proposals: [{ workspaceId: "Ada-150" }], cursor: null });
    expect(body.proposals).toHaveLength(1);
    expect(loaded).toEqual(["Ada-150"]);
  });

  it("loads workspaces with one pending spend each in two calls a page", async () => {
    const storage = memoryStorage();
    const sizes: number[] = [];
    const load = storage.load.bind(storage);
    const observed: Storage["load"] = (requests) => {
      sizes.push(requests.length);
      return load(requests);
    };
    const treasury = open({ storage: Object.assign(storage, { load: observed }) });
    for (let index = 0; index < 210; index += 1) await propose(treasury, `Ada-${1_000 + index}`);
    sizes.length = 0;
    const pages = await readAll(treasury, "Ada");
    expect(pages.map(({ proposals }) => proposals.length)).toEqual([100, 100, 10]);
    expect(sizes).toEqual([20, 80, 20, 80, 10]);
  });

  it.each(["lists", "does not list"])(
    "reads at most 200 workspaces a page, and its cursor names none, if the storage %s open documents",
    async (how) => {
      const storage = forwardedStorage(memoryStorage());
      if (how !== "lists") delete storage.workspacesWithOpen;
      const treasury = open({ storage });
      const ids = Array.from({ length: 205 }, (_, index) => `w${String(index).padStart(3, "0")}`);
      for (const id of ids) await propose(treasury, id.replace(/^w2/, "Ada-2"));
      await propose(treasury, "Ada-9");
      const pages = await readAll(treasury, "Ada");
      // Capital letters come first.
      expect(pages.map(({ cursor }) => cursor)).toEqual(["200", null]);
      expect(pages[0]?.proposals.map(({ workspaceId }) => workspaceId)).toEqual(
        ["200", "201", "202", "203", "204", "9"].map((end) => `Ada-${end}`),
      );
      expect(pages[1]?.proposals).toEqual([]);
    },
  );

  it("ends a page after the workspace that completes the limit, with at most 50 spends of each", async () => {
    const treasury = open();
    for (let index = 0; index < 53; index += 1) {
      // One person may have at most half of the pending spends.
      await propose(treasury, "Ada-1", `Vendor ${index}`, index % 2 === 0 ? "Ada" : "Ben");
    }
    for (const workspaceId of ["Ada-2", "Ada-3", "Ada-4"]) await propose(treasury, workspaceId);
    const pages = await readAll(treasury, "Ada", { limit: "2" });
    const seen = pages.map(({ proposals }) => proposals.map(({ workspaceId }) => workspaceId));
    expect(seen).toEqual([Array(50).fill("Ada-1"), ["Ada-2", "Ada-3"], ["Ada-4"]]);
    expect(pages[0]).toMatchObject({
      proposals: { 0: { vendor: "Vendor 0" }, 49: { vendor: "Vendor 49" } },
      workspaces: [{ pendingCount: 53 }],
    });
  });

  it("lists a workspace that cannot be read, to a person who may read it", async () => {
    const storage = memoryStorage();
    const broken = new Set<string>();
    const load = storage.load.bind(storage);
    const failing: Storage["load"] = (requests) =>
      requests.some(({ workspaceId }) => broken.has(workspaceId))
        ? Promise.reject(new TreasuryError("storage_error", "The record is damaged."))
        : load(requests);
    const treasury = open({ storage: Object.assign(storage, { load: failing }) });
    const first = await propose(treasury, "Ada-1");
    await propose(treasury, "Ada-2");
    await propose(treasury, "Grace-1");
    broken.add("Ada-2").add("Grace-1");
    expect((await read(treasury, "Ada")).body).toMatchObject({
      proposals: [{ id: first }],
      notDone: [{ workspaceId: "Ada-2", problem: "The record is damaged." }],
    });
    broken.add("Ada-1");
    expect(await read(treasury, "Ada")).toMatchObject({ body: { code: "storage_error" } });
  });

  it("rejects an agent's credential, another cursor, and persons who may not read any inbox", async () => {
    const treasury = open();
    const { token } = await treasury.credentials.issue({ agentId: "buyer", name: "Buyer" });
    const own = open({ authorize: ({ action }) => action !== "readInbox" });
    expect(await read(treasury, `Bearer ${token}`)).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect((await read(treasury, "Ada", { cursor: "Grace-1" })).status).toBe(400);
    expect((await read(treasury, "Ada", { limit: "101" })).status).toBe(400);
    expect((await read(own, "Ada")).status).toBe(403);
  });
});

async function list(
  treasury: Treasury,
  person: string,
  query = "",
): Promise<{ readonly status: number; readonly body: WorkspaceList }> {
  const request = new Request(`http://localhost:3000/api/service/treasury/workspaces${query}`, {
    headers: { authorization: person },
  });
  const response = await treasury.handler(request);
  return { status: response.status, body: (await response.json()) as WorkspaceList };
}

describe("GET /treasury/workspaces", () => {
  it("lists the workspaces that exist and that the person may read", async () => {
    const treasury = open();
    for (const id of ["Ada-shop", "Grace-shop", "Ada-lab"]) await propose(treasury, id);
    // Reading creates nothing.
    await treasury.state("Ada-typo");
    expect((await list(treasury, "Ada")).body).toEqual({
      workspaces: [{ workspaceId: "Ada-lab" }, { workspaceId: "Ada-shop" }],
      cursor: null,
    });
    expect((await list(treasury, "Grace", "?limit=2")).body).toEqual({
      workspaces: [],
      cursor: "2",
    });
    expect((await list(treasury, "Grace", "?limit=2&cursor=2")).body).toEqual({
      workspaces: [{ workspaceId: "Grace-shop" }],
      cursor: null,
    });
    expect((await treasury.workspaces()).workspaces).toHaveLength(3);
  });

  it("rejects an agent's credential, and persons who may not list workspaces", async () => {
    const treasury = open();
    const { token } = await treasury.credentials.issue({ agentId: "buyer", name: "Buyer" });
    const own = open({ authorize: ({ action }) => action !== "listWorkspaces" });
    expect((await list(treasury, `Bearer ${token}`)).status).toBe(403);
    expect((await list(own, "Ada")).status).toBe(403);
  });
});
