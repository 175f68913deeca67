import type { EventItem, Proposal, ResultItem, TurnStreamItem } from "@agent-treasury/sdk-client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aProposal, aTreasury } from "../inbox/proposal.fixture.ts";
import {
  type Turn,
  applyItem,
  beginTurn,
  historyOf,
  isDecided,
  proposalIdsOf,
  spendsOf,
} from "./turn.ts";

const at = "2026-11-21T10:00:00.000Z";

function proposed(id: string, proposalId: string, change: Partial<Proposal> = {}): EventItem {
  const proposal = aProposal({ id: proposalId, ...change });
  return { id, kind: "proposal", at, proposalId, proposal };
}

function result(assistant: string, awaitingApproval: boolean): ResultItem {
  const state = aTreasury();
  const usage = null;
  return {
    kind: "result",
    result: { turnId: "turn_1", events: [], assistant, awaitingApproval, usage, state },
  };
}

function after(items: readonly TurnStreamItem[]): Turn {
  return items.reduce(applyItem, beginTurn("Buy a domain"));
}

describe("a turn, item by item", () => {
  it("takes pieces of the answer where they belong, and a new answer in place of the old one", () => {
    const told: TurnStreamItem[] = [
      { kind: "turn", turnId: "turn_1" },
      { kind: "text", offset: 0, text: "Let me " },
      { kind: "text", offset: 7, text: "see." },
    ];
    expect(after(told)).toMatchObject({ turnId: "turn_1", text: "Let me see.", status: "running" });
    expect(after([...told, { kind: "text", offset: 0, text: "Done" }]).text).toBe("Done");
  });

  it("shows an event once, however often a stream brings it", () => {
    const turn = after([proposed("3", "a"), proposed("3", "a"), proposed("5", "b")]);
    expect(turn.events.map(({ id }) => id)).toEqual(["3", "5"]);
    expect(proposalIdsOf(turn)).toEqual(["a", "b"]);
  });

  it("waits for an approver, and continues when its stream resumes", () => {
    const waiting = after([proposed("3", "a"), result("Waiting.", true)]);
    expect(waiting).toMatchObject({ status: "waiting", text: "Waiting." });
    const going = applyItem(waiting, { kind: "turn", turnId: "turn_1" });
    expect(going.status).toBe("running");
    expect(applyItem(going, result("Bought.", false))).toMatchObject({
      status: "done",
      text: "Bought.",
    });
  });

  it("shows the current state of its spends, and no pending spend that the treasury does not have", () => {
    const turn = after([
      proposed("3", "a"),
      proposed("4", "b"),
      proposed("5", "c"),
      proposed("6", "b", { status: "executed" }),
    ]);
    const denied = aProposal({ id: "a", status: "denied" });
    const told = spendsOf(turn, [denied]).map(({ id, status }) => [id, status]);
    expect(told).toEqual([
      ["a", "denied"],
      ["b", "executed"],
    ]);
  });

  it("is decided when no spend is pending", () => {
    const waiting = after([proposed("3", "a"), proposed("4", "b"), result("Waiting.", true)]);
    const pending = aProposal({ id: "b" });
    const executed = aProposal({ id: "a", status: "executed" });
    expect(isDecided(waiting, [pending, executed])).toBe(false);
    expect(isDecided(waiting, [aProposal({ id: "of another turn" }), executed])).toBe(true);
    expect(isDecided(after([proposed("3", "a")]), [])).toBe(false);
  });

  it("shows the service's error message", () => {
    const failure = { error: "The model failed.", code: "model_failed", requestId: "" } as const;
    expect(after([{ kind: "failure", failure }])).toMatchObject({
      status: "failed",
      problem: "The model failed.",
    });
  });
});

it("sends the newest turns to the agent as history", () => {
  const turns = Array.from({ length: 12 }, (_, index) =>
    applyItem({ ...beginTurn(`say ${index}`) }, result(`said ${index}`, false)),
  );
  const told = historyOf([...turns, beginTurn("under way")]);
  expect(told).toHaveLength(20);
  expect(told[0]).toEqual({ role: "user", content: "say 2" });
  expect(told.at(-1)).toEqual({ role: "assistant", content: "said 11" });
});

describe("a turn that begins", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("has a key of its own also on a page that came over plain HTTP", () => {
    // There a browser has no more of `crypto` than this.
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const keys = [beginTurn("Buy tea"), beginTurn("Buy tea")].map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});
