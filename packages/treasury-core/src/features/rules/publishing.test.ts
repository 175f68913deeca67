import type { WrittenRule, WrittenRuleSet } from "@agent-treasury/contract";
import { Micros, type PaymentExecutor } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../create/test-treasury.fixture.ts";
import { verifyCopy } from "../../create/verify-copy.ts";
import { type Treasury, type TreasuryOptions, createTreasury } from "../../index.ts";
import { entryFromBody } from "../../kernel/ledger/chain.ts";
import { contentsOf, edited, storageHolding } from "../../kernel/ledger/edited-storage.fixture.ts";
import { memoryStorage } from "../../memory.ts";

function open(options: Partial<TreasuryOptions> = {}): Treasury {
  return createTreasury({
    autoApprovePayees: "any",
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 1_000 },
    authenticate: () => null,
    recoverySeconds: false,
    ...options,
  });
}

function written(...rules: WrittenRule[]): WrittenRuleSet {
  return { version: 1, rules };
}

const cloud: WrittenRule = {
  id: "cloud",
  when: { vendors: { in: ["aws"] } },
  then: { limit: { amountUsd: 30, per: "month" } },
};
const quorum: WrittenRule = { id: "two", then: { requireApprovals: { count: 2 } } };
const aws = { amountUsd: 12, vendor: "AWS", purpose: "servers" };

describe("published rules", () => {
  it("judge the next spend, and are shown with their usage beside the five limits", async () => {
    const treasury = open();
    expect(await treasury.rules.current()).toMatchObject({
      publication: null,
      rules: { version: 1, rules: [] },
      usage: [],
      administrativeRequirements: [],
    });
    const { action } = await treasury.rules.publish({ rules: written(cloud), operator: "Ada" });
    expect(action).toMatchObject({ status: "done", type: "publish_rules", startedBy: "Ada" });
    const { proposal } = await treasury.propose(aws);
    const executed = await treasury.decide({
      proposalId: proposal.id,
      decision: "approve",
      operator: "Ada",
    });
    expect(executed).toMatchObject({
      status: "executed",
      rules: action.result,
      approvals: { given: 1, needed: 1, missing: [], by: [{ name: "Ada" }] },
    });
    const { publication, usage, limits } = await treasury.rules.current();
    expect(publication).toMatchObject({ digest: action.result, number: 1, publishedBy: "Ada" });
    expect(usage).toMatchObject([
      { rule: "cloud", unit: "usd", per: "month", maximum: 30, used: 12, held: 0, groups: null },
    ]);
    expect(limits).toMatchObject([
      { rule: "max-spend-per-action", per: "spend", maximum: 50, used: null },
      { rule: "daily-spend-cap", per: "day", maximum: 100, used: 12, held: 0 },
      { rule: "min-reserve", per: "balance", maximum: 20 },
      { rule: "auto-approve-under", per: "spend", maximum: 10, counts: "automatic" },
      { rule: "auto-approve-daily", per: "day", maximum: 30, used: 0 },
    ]);
  });

  it("show the number of groups, and the usage of counts and new payees", async () => {
    const treasury = open();
    const rules = written(
      { id: "each", then: { limit: { amountUsd: 40, per: "day", by: "vendor" } } },
      { id: "often", then: { limit: { count: 9, per: { rollingHours: 24 } } } },
      { id: "payees", then: { limit: { newPayees: 5, per: "week" } } },
      { id: "large", then: { limit: { amountUsd: 45 } } },
      { id: "reserve", then: { keepAvailableUsd: 100 } },
    );
    await treasury.rules.publish({ rules, operator: "Ada" });
    for (const vendor of ["AWS", "Hetzner"]) {
      await treasury.propose({ ...aws, amountUsd: 3, vendor });
    }
    expect((await treasury.rules.current()).usage).toMatchObject([
      { rule: "each", by: "vendor", used: null, groups: 2, maximum: 40 },
      { rule: "often", unit: "spends", per: "24 hours", used: 2, held: 0 },
      { rule: "payees", unit: "payees", per: "week", used: 2, maximum: 5 },
      { rule: "large", per: "spend", used: null, maximum: 45 },
      { rule: "reserve", per: "balance", maximum: 100 },
    ]);
  });

  it("are rejected with one line for each problem", async () => {
    const treasury = open();
    const rules = { version: 1, rules: [{ id: "A", then: {} }] };
    const report = await treasury.rules.validate({ rules: rules as never });
    expect(report.valid).toBe(false);
    expect(report.problems.length).toBeGreaterThan(1);
    await expect(treasury.rules.publish({ rules: rules as never })).rejects.toMatchObject({
      code: "invalid_request",
      message: report.problems.join("\n"),
    });
    expect(await treasury.rules.validate({ rules: written(cloud) })).toEqual({
      valid: true,
      problems: [],
    });
  });

  it.each<WrittenRule["then"]>([
    { requireApprovals: { count: 2 } },
    { requireApprovals: { count: 1, from: ["finance"] } },
    { requireApprovals: { count: 1, notProposer: true } },
  ])("need sign-in for %j, also for code in the process", async (then) => {
    const storage = memoryStorage();
    const withoutSignIn = createTreasury({
      autoApprovePayees: "any",
      baseUrl: "http://localhost:3000",
      storage,
    });
    const rules = written({ id: "persons", then });
    await expect(withoutSignIn.rules.publish({ rules, operator: "Ada" })).rejects.toMatchObject({
      code: "sign_in_not_connected",
      message: expect.stringContaining("`authenticate`"),
    });
    const report = await withoutSignIn.rules.validate({ rules });
    expect(report).toEqual({
      valid: false,
      problems: [expect.stringMatching(/^Rule `persons`: .* TREASURY_OPERATORS is set\.$/)],
    });
    const { action } = await open({ storage }).rules.publish({ rules, operator: "Ada" });
    expect(action.status).toBe("pending");
  });

  it("are an error at start if the deployment's own rules need sign-in", () => {
    expect(() => open({ rules: written(quorum), authenticate: undefined as never })).toThrow(
      "`authenticate`",
    );
  });

  it("that are based on an older publication are rejected", async () => {
    const treasury = open();
    const first = await treasury.rules.publish({ rules: written(cloud), basedOn: null });
    const publish = (basedOn: string | null) =>
      outcomeOf(treasury.rules.publish({ rules: written(), basedOn }));
    expect(await publish(null)).toBe("rules_changed");
    expect(await publish("0".repeat(64))).toBe("rules_changed");
    expect(await publish(first.action.result)).toMatchObject({ action: { status: "done" } });
  });

  it("can be rolled back by a new publication of the same rules", async () => {
    const treasury = open();
    const first = await treasury.rules.publish({ rules: written(cloud), operator: "Ada" });
    const second = await treasury.rules.publish({ rules: written(), operator: "Ben" });
    const digest = first.action.result ?? "";
    const third = await treasury.rules.rollBack({ digest, operator: "Cy" });
    const { publications, cursor } = await treasury.rules.history({ limit: 2 });
    expect(publications).toMatchObject([
      { number: 3, digest: third.action.result, predecessor: second.action.result },
      { number: 2, digest: second.action.result, predecessor: digest, ruleCount: 0 },
    ]);
    const older = await treasury.rules.history({ limit: 2, cursor: cursor ?? "" });
    expect(older).toMatchObject({ publications: [{ digest, predecessor: null }], cursor: null });
    expect(third.action.result).not.toBe(digest);
    const { rules, publication } = await treasury.rules.current();
    expect(publication).toMatchObject({ number: 3, publishedBy: "Cy" });
    expect(rules).toEqual((await treasury.rules.read({ digest })).rules);
    const unknown = treasury.rules.rollBack({ digest: "0".repeat(64) });
    expect(await outcomeOf(unknown)).toBe("publication_not_found");
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });

  it("and their history remain after a reset", async () => {
    const treasury = open();
    await treasury.rules.publish({ rules: written(cloud), operator: "Ada" });
    await treasury.reset({ operator: "Ada" });
    await treasury.rules.publish({ rules: written(), operator: "Ada" });
    const { publications } = await treasury.rules.history();
    expect(publications.map(({ number }) => number)).toEqual([2, 1]);
    expect(await treasury.verify()).toMatchObject({ valid: true, problem: null });
  });
});

async function history() {
  const storage = memoryStorage();
  const treasury = open({ storage });
  await treasury.rules.publish({ rules: written(cloud), operator: "Ada" });
  await treasury.propose({ ...aws, amountUsd: 3 });
  await treasury.rules.publish({ rules: written(), operator: "Ada" });
  await treasury.rules.publish({ rules: written(cloud, { id: "no", then: { deny: true } }) });
  const whole = await contentsOf(storage, "demo");
  const sets = whole.docs.filter(({ kind }) => kind === "rule_set");
  const [first, second, third] = sets.toSorted((a, b) => Number(a.ordinal! - b.ordinal!));
  return { storage, whole, first: first!, second: second!, third: third! };
}

async function problemOf(contents: Parameters<typeof storageHolding>[0]) {
  return (await verifyCopy("demo", storageHolding(contents).copy("demo"))).problem;
}

describe("an edit of the publications", () => {
  it("makes the verification fail", async () => {
    const { whole, first, second, third } = await history();
    expect(await problemOf(whole)).toBeNull();
    const changing = (id: string, path: readonly string[], value: unknown) => ({
      ...whole,
      docs: whole.docs.map((doc) => (doc.id === id ? edited(doc, path, value) : doc)),
    });
    const without = (id: string) => ({ ...whole, docs: whole.docs.filter((doc) => doc.id !== id) });
    expect(await problemOf(without(first.id))).toContain(
      `was decided by the rule set ${first.id}, which is missing`,
    );
    for (const { id } of [second, third]) {
      expect(await problemOf(without(id))).toContain("one chain");
    }
    const text = JSON.stringify(written());
    expect(await problemOf(changing(first.id, ["body", "rules"], text))).toContain("was changed");
    expect(await problemOf(changing(first.id, ["body"], null))).toContain("cannot be read");
    expect(await problemOf(changing(second.id, ["body", "predecessor"], null))).toContain(
      "was changed",
    );
    const head = edited(whole.head, ["account", "rules", "published"], second.id);
    expect(await problemOf({ ...whole, head })).toContain("one chain");
  });

  it("stops spends until the database is restored", async () => {
    const storage = memoryStorage();
    const treasury = open({ storage });
    const { action } = await treasury.rules.publish({ rules: written(cloud), operator: "Ada" });
    const restarted = open({
      storage: {
        ...storage,
        load: async (requests) => {
          const snapshots = await storage.load(requests);
          return snapshots.map((snapshot) => ({
            ...snapshot,
            found: snapshot.found.map((doc) =>
              doc.kind === "rule_set"
                ? edited(doc, ["body", "rules"], JSON.stringify(written()))
                : doc,
            ),
          }));
        },
      },
    });
    await expect(restarted.propose(aws)).rejects.toMatchObject({
      code: "storage_error",
      message: expect.stringContaining(`The rule set ${action.result} was changed. No spend`),
    });
    expect(await outcomeOf(restarted.rules.current())).toBe("storage_error");
    expect((await treasury.propose(aws)).proposal.status).toBe("pending");
  });
});

describe("the entry of a spend that was held", () => {
  it("names the rules that judged it, if others were published before its capture", async () => {
    const storage = memoryStorage();
    const unknown = { kind: "unknown", reason: "The outcome is not known yet." } as const;
    const executor: PaymentExecutor = {
      specificationVersion: "1",
      provider: "test",
      keyLifetimeMs: 86_400_000,
      mode: () => "sandbox",
      pay: () => Promise.resolve(unknown),
      find: () => Promise.resolve(unknown),
    };
    const treasury = open({ storage, executors: { executor } });
    const first = await treasury.rules.publish({ rules: written(cloud), operator: "Ada" });
    const { proposal } = await treasury.propose({ ...aws, amountUsd: 5 });
    expect(proposal).toMatchObject({ status: "approved", rules: first.action.result });
    await treasury.rules.publish({ rules: written(), operator: "Ada" });
    await treasury.recordSpendNotice({
      workspaceId: "demo",
      proposalId: proposal.id,
      kind: "captured",
      reference: "payment_1",
      captures: [{ id: "capture_1", amount: Micros.of(5_000_000n) }],
    });
    const { entries } = await contentsOf(storage, "demo");
    const { decision } = entryFromBody(entries[0]?.body);
    expect(decision?.ruled).toMatchObject({ rules: first.action.result });
    expect(await treasury.verify()).toMatchObject({ valid: true });
  });
});
