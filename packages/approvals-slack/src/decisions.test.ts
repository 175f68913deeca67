import { describe, expect, it } from "vitest";
import { signedPayload, submissionPayload } from "./slack-deliveries.fixture.ts";
import { buttonsOf } from "./slack-stand-in.fixture.ts";
import { type SlackWorld, openWorld, twoPersons } from "./slack-world.fixture.ts";

const hour = 3_600_000;

async function deny(world: SlackWorld, user: string, reason: string): Promise<void> {
  expect(await world.deliver(world.press(user, "deny"))).toBe(200);
  const payload = submissionPayload(user, world.standIn.dialogs.at(-1), reason);
  expect(await world.deliver(signedPayload(payload, { atMs: world.clock.now() }))).toBe(200);
}

/** Nothing was decided, and no money moved. */
async function expectUndecided(world: SlackWorld, id: string): Promise<void> {
  expect([await world.statusOf(id), await world.approvals(id)]).toEqual(["pending", []]);
  const { balanceUsd, heldUsd } = await world.treasury.state("acme");
  expect([balanceUsd, heldUsd]).toEqual([1_000, 0]);
}

describe("an approval in Slack", () => {
  it("pays, and is recorded with the sender", async () => {
    const world = await openWorld();
    const id = await world.propose();
    expect(world.shown()).toContain("Balance afterwards: $976.00");
    expect(await world.deliver(world.press("U0ADA", "approve"))).toBe(200);
    expect(world.shown()).toMatch(/^Paid: \$24\.00 to Namecheap.*Approved by Ada, <date>\./s);
    const { proposals } = await world.treasury.state("acme");
    expect(proposals[0]).toMatchObject({
      id,
      status: "executed",
      operator: "Ada",
      operatorVerified: true,
      approvals: { by: [{ name: "Ada", channel: "slack" }] },
    });
    expect((await world.treasury.verify("acme")).valid).toBe(true);
    await world.settled();
    expect(buttonsOf(world.standIn.messages[0]!)).toEqual([]);
    expect(world.standIn.messages).toHaveLength(1);
  });

  it("completes a quorum with another one, and shows the progress", async () => {
    const world = await openWorld({ rules: twoPersons });
    const id = await world.propose();
    await world.deliver(world.press("U0ADA", "approve"));
    expect(world.shown()).toContain("1 of 2 approved by Ada. Needs 1 more approval.");
    expect(buttonsOf(world.standIn.messages[0]!)).toHaveLength(3);
    expect(await world.statusOf(id)).toBe("pending");
    await world.deliver(world.press("U0BEN", "approve"));
    expect(world.shown()).toMatch(/^Paid.*Approved by Ada and Ben/s);
    expect(await world.approvals(id)).toEqual(["Ada", "Ben"]);
  });

  it("counts once for a person who also approves on the page", async () => {
    const world = await openWorld({ rules: twoPersons });
    const id = await world.propose();
    await world.onPage("ada", { proposalId: id, decision: "approve" });
    await world.deliver(world.press("U0ADA", "approve"));
    expect([await world.statusOf(id), await world.approvals(id)]).toEqual(["pending", ["Ada"]]);
  });

  it("is for the amount on the button, also if a lower one was withdrawn", async () => {
    const world = await openWorld({ rules: twoPersons });
    const id = await world.propose();
    await world.onPage("ada", { proposalId: id, decision: "approve", approvedAmountUsd: 10 });
    await world.settled();
    const lower = world.press("U0BEN", "approve");
    expect(world.shown()).toContain("Approve $10.00 of $24.00 to Namecheap?");
    await world.withdraw("ada", id);
    await world.deliver(lower);
    await world.onPage("ada", { proposalId: id, decision: "approve" });
    expect(await world.statusOf(id)).toBe("executed");
    expect((await world.treasury.state("acme")).balanceUsd).toBe(990);
  });
});

describe("a denial in Slack", () => {
  it("is recorded with its reason", async () => {
    const world = await openWorld();
    const id = await world.propose();
    await deny(world, "U0BEN", "Too dear");
    expect(world.shown()).toMatch(/^Denied: .*Denied by Ben, <date>\.\nComment: Too dear$/s);
    const { proposals } = await world.treasury.state("acme");
    const recorded = { id, status: "denied", comment: "Too dear", deniedThrough: "slack" };
    expect(proposals[0]).toMatchObject(recorded);
  });
});

describe("a message", () => {
  it("changes after a decision on the page", async () => {
    const world = await openWorld();
    const proposalId = await world.propose();
    await world.onPage("ben", { proposalId, decision: "deny" });
    await world.settled();
    expect(world.shown()).toContain("Denied by Ben");
    expect(buttonsOf(world.standIn.messages[0]!)).toEqual([]);
  });

  it("is repeated in its thread, and all of them change after expiry", async () => {
    const world = await openWorld({
      remindAfterHours: 1,
      escalateAfterHours: 2,
      proposalExpiryHours: 3,
    });
    await world.propose();
    for (let passed = 0; passed < 3; passed += 1) {
      world.clock.advance(hour + 60_000);
      await world.settled();
      await world.settled();
    }
    const { messages } = world.standIn;
    const [first] = messages;
    expect(messages.map(({ thread }) => thread)).toEqual([null, first?.ts, first?.ts]);
    for (const message of messages) {
      expect(buttonsOf(message)).toEqual([]);
      expect(world.shown(message)).toContain("The proposal expired before a decision");
    }
  });

  it("is sent later if Slack fails, and the spend does not wait for it", async () => {
    const world = await openWorld();
    world.standIn.failures.set("chat.postMessage", [{ status: 500 }]);
    const id = await world.propose();
    expect(world.standIn.messages).toEqual([]);
    expect(await world.statusOf(id)).toBe("pending");
    world.clock.advance(60_000);
    await world.settled();
    expect(world.shown()).toContain("Approve $24.00 to Namecheap?");
  });
});

describe("an action that decides nothing", () => {
  it("is forged, or older than 5 minutes", async () => {
    const world = await openWorld();
    const id = await world.propose();
    const nowMs = world.clock.now();
    const signed = world.press("U0ADA", "approve");
    for (const delivery of [
      world.press("U0ADA", "approve", { secret: "guessed" }),
      world.press("U0ADA", "approve", { atMs: nowMs - 301_000 }),
      { ...signed, headers: {} },
      { ...signed, body: signed.body.replace("U0ADA", "U0BEN") },
      {
        ...signed,
        headers: {
          ...signed.headers,
          "x-slack-request-timestamp": `${Math.floor(nowMs / 1_000)}0`,
        },
      },
    ]) {
      expect(await world.deliver(delivery)).toBe(401);
    }
    await expectUndecided(world, id);
  });

  it("is by an unmapped user, a wrong person, or a user of another Slack workspace", async () => {
    const world = await openWorld({
      authorize: ({ operator }) => operator?.groups?.includes("board") ?? false,
    });
    const id = await world.propose();
    for (const delivery of [
      world.press("U0EVE", "approve"),
      world.press("constructor", "approve"),
      world.press("U0ADA", "approve"),
      world.press("U0BEN", "approve", { team: "T0EVIL" }),
    ]) {
      expect(await world.deliver(delivery)).toBe(200);
    }
    expect(world.standIn.replies).toEqual([
      expect.stringContaining("not in the table of people"),
      expect.stringContaining("not in the table of people"),
      expect.stringContaining("You do not have permission"),
      expect.stringContaining("not in the table of people"),
    ]);
    expect(world.standIn.messages).toMatchObject([{ updates: 0 }]);
    await expectUndecided(world, id);
    await world.deliver(world.press("U0BEN", "approve"));
    expect(await world.statusOf(id)).toBe("executed");
  });

  it("has the digest or the proposal of another spend", async () => {
    const world = await openWorld();
    const cheap = await world.propose({ amountUsd: 11 });
    const cheapValue = JSON.parse(buttonsOf(world.standIn.messages[0]!)[0].value);
    const dear = await world.propose({ amountUsd: 40, purpose: "Something else" });
    const forged = [
      { ...cheapValue, proposalId: dear },
      { ...cheapValue, digest: "0".repeat(64) },
      { ...cheapValue, workspaceId: "other" },
    ];
    for (const value of forged) {
      const change = (payload: { actions: { value: string }[] }) => {
        payload.actions[0]!.value = JSON.stringify(value);
      };
      expect(await world.deliver(world.press("U0ADA", "approve", { change }))).toBe(200);
    }
    expect(world.standIn.replies).toHaveLength(3);
    await expectUndecided(world, cheap);
    await expectUndecided(world, dear);
  });

  it("is a repetition, also at the same time", async () => {
    const world = await openWorld();
    await world.propose();
    const approve = world.press("U0ADA", "approve");
    const other = world.press("U0BEN", "approve");
    await Promise.all([1, 2, 3, 4].map(() => world.deliver(approve)));
    await world.deliver(approve);
    await world.deliver(other);
    const { balanceUsd, expenseUsd } = await world.treasury.state("acme");
    expect([balanceUsd, expenseUsd]).toEqual([976, 24]);
  });

  it("is a repetition by one of two persons", async () => {
    const world = await openWorld({ rules: twoPersons });
    const id = await world.propose();
    const approve = world.press("U0ADA", "approve");
    await Promise.all([1, 2, 3, 4].map(() => world.deliver(approve)));
    await world.deliver(world.press("U0ADA", "approve"));
    expect([await world.statusOf(id), await world.approvals(id)]).toEqual(["pending", ["Ada"]]);
  });

  it("is the opposite of the decision", async () => {
    const world = await openWorld();
    const id = await world.propose();
    const approve = world.press("U0ADA", "approve");
    await deny(world, "U0BEN", "No");
    await world.deliver(approve);
    expect(await world.statusOf(id)).toBe("denied");
    expect(world.standIn.replies.at(-1)).toContain("denied by Ben");
  });

  it("comes after expiry", async () => {
    const world = await openWorld({ proposalExpiryHours: 1 });
    const id = await world.propose();
    world.clock.advance(2 * hour);
    await world.deliver(world.press("U0ADA", "approve"));
    expect(world.standIn.replies).toEqual([expect.stringContaining("expired")]);
    expect(await world.statusOf(id)).toBe("denied");
    expect(buttonsOf(world.standIn.messages[0]!)).toEqual([]);
    expect((await world.treasury.state("acme")).balanceUsd).toBe(1_000);
  });

  it("is an old delivery that is replayed after the approval was withdrawn", async () => {
    const world = await openWorld({ rules: twoPersons });
    const id = await world.propose();
    const approve = world.press("U0ADA", "approve");
    await world.deliver(approve);
    await world.withdraw("ada", id);
    expect(await world.approvals(id)).toEqual([]);
    world.clock.advance(301_000);
    expect(await world.deliver(approve)).toBe(401);
    await expectUndecided(world, id);
  });
});
