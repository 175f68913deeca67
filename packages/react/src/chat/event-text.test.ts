import type { EventItem } from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { aProposal, aQuote } from "../inbox/proposal.fixture.ts";
import { eventTexts } from "./event-text.ts";

const at = "2026-11-21T10:00:00.000Z";

function spendResult(id: string, fields: Record<string, unknown>): EventItem {
  const result = { proposalId: "proposal_1", amountUsd: 24, vendor: "Namecheap", ...fields };
  return { id, kind: "tool_result", at, callId: "call_1", tool: "propose_spend", ok: true, result };
}

const asked: readonly EventItem[] = [
  { id: "1", kind: "thought", at, text: "A domain is needed." },
  {
    id: "2",
    kind: "tool_call",
    at,
    callId: "call_1",
    tool: "propose_spend",
    arguments: { amountUsd: 24, vendor: "Namecheap", purpose: "a domain" },
  },
  spendResult("3", { status: "pending" }),
  { id: "4", kind: "proposal", at, proposalId: "proposal_1", proposal: aProposal() },
  { id: "5", kind: "awaiting_approval", at, proposalId: "proposal_1" },
];

function textsOf(events: readonly EventItem[]): readonly string[] {
  return eventTexts(events).map(({ label, text }) => `${label}: ${text}`);
}

it("shows thoughts, calls and results, each once", () => {
  expect(textsOf(asked)).toEqual([
    "Thought: A domain is needed.",
    "Called: Proposed $24.00 to Namecheap, for a domain.",
    "Rules: No screening rule matched. Needs approval.",
    "Needs approval: No money has moved.",
  ]);
});

it("reports no payment for an approved request to a seller", () => {
  const quote = aQuote({ rail: "request", isFixed: false });
  const proposal = aProposal({ status: "executed", quote });
  const event = { id: "1", kind: "proposal", at, proposalId: "proposal_1", proposal } as const;
  expect(textsOf([event])).toEqual(["Approved: A request to Namecheap. Nothing is paid yet."]);
});

it("shows the approved share of a spend that was approved for less", () => {
  const paid = spendResult("6", { status: "executed", approvedAmountUsd: 12 });
  expect(textsOf([...asked, paid]).at(-1)).toBe("Approved: Paid $12.00 of $24.00 to Namecheap.");
});

it("shows the outcome of a spend that needed approval, with the approver's comment", () => {
  const paid = spendResult("6", { status: "executed", comment: "For a year." });
  expect(textsOf([...asked, paid]).at(-1)).toBe(
    "Approved: Paid $24.00 to Namecheap. Comment: For a year.",
  );
  const executed = aProposal({ status: "executed" });
  const again = {
    id: "7",
    kind: "proposal",
    at,
    proposalId: "proposal_1",
    proposal: executed,
  } as const;
  expect(textsOf([...asked, paid, again])).toEqual(textsOf([...asked, paid]));
  const failed = spendResult("6", { status: "failed", failure: "It would pass the day's cap." });
  expect(textsOf([...asked, failed]).at(-1)).toBe("Not paid: It would pass the day's cap.");
});

it("shows the output of a tool unchanged", () => {
  const call = { at, callId: "call_2", tool: "run_command" } as const;
  const events: readonly EventItem[] = [
    { ...call, id: "1", kind: "tool_call", arguments: { command: "ls" } },
    { ...call, id: "2", kind: "tool_result", ok: true, result: { exitCode: 0, stdout: "a\n" } },
    { ...call, id: "3", kind: "tool_result", ok: false, result: { error: "No machine." } },
    { ...call, id: "4", kind: "tool_call", tool: "find", arguments: { name: ["<b>"] } },
    { ...call, id: "5", kind: "tool_result", tool: "find", ok: true, result: null },
  ];
  expect(textsOf(events)).toEqual([
    "Called: Ran a command on its machine: ls",
    "Output: Exit code 0. a",
    "Failed: run_command: No machine.",
    "Called: find",
    "Answer: No content.",
  ]);
  expect(eventTexts(events)[3]).toMatchObject({
    values: [["Name", "<b>"]],
    raw: '{\n  "name": [\n    "<b>"\n  ]\n}',
  });
});

it("shows a purchase as labelled values, and its raw data beside them", () => {
  const call = { at, callId: "call_3", tool: "fetch_paid" } as const;
  const given = { url: "https://weather.example/weather", purpose: "a trip" };
  const result = { status: "executed", amountUsd: 0.5, resource: { text: "Sunny." } };
  const texts = eventTexts([
    { ...call, id: "1", kind: "tool_call", arguments: given },
    { ...call, id: "2", kind: "tool_result", ok: true, result },
  ]);
  expect(texts).toMatchObject([
    {
      text: "Requested an address of a seller.",
      values: [
        ["Address", "https://weather.example/weather"],
        ["Purpose", "a trip"],
      ],
      raw: JSON.stringify(given, null, 2),
    },
    {
      label: "Answer",
      text: "",
      values: [
        ["Status", "executed"],
        ["Amount", "$0.50"],
        ["Content", "Sunny."],
      ],
    },
  ]);
});
