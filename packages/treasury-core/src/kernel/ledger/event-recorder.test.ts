import type { JsonObject } from "@agent-treasury/provider";
import { expect, it } from "vitest";
import { eventsFromJson, eventsToJson } from "./event-recorder.ts";

const created = (proposalId: string): JsonObject => ({ kind: "proposalCreated", proposalId });
const executed = (proposalId: string): JsonObject => ({ kind: "proposalExecuted", proposalId });
const decided = (proposalId: string, by = "policy"): JsonObject => ({
  kind: "proposalDecided",
  proposalId,
  decision: "approve",
  by,
});
const automatic = (id: string): JsonObject[] => [created(id), decided(id), executed(id)];
const ended: JsonObject = { kind: "turnEnded", turnId: "turn_1" };

it("names an automatic spend by its proposal", () => {
  expect(eventsToJson([...automatic("a"), ended, ...automatic("b")])).toEqual(["a", ended, "b"]);
});

it.each<[string, readonly JsonObject[]]>([
  ["no event", []],
  ["automatic spends", [...automatic("a"), ...automatic("b")]],
  ["a pending spend before an automatic one", [created("a"), ...automatic("b")]],
  ["two spends that alternate", [created("a"), created("b"), decided("a"), decided("b")]],
  ["a spend that a person approved", [created("a"), decided("a", "person"), executed("a")]],
  ["a spend that failed", [created("a"), decided("a"), { ...executed("a"), kind: "failed" }]],
  ["an event with another field", [created("a"), decided("a"), { ...executed("a"), late: true }]],
  ["the first two events only", [created("a"), decided("a")]],
])("is reversed: %s", (_what, events) => {
  expect(eventsFromJson(eventsToJson(events))).toEqual(events);
});

it("stores the events of other spends as they are", () => {
  const events = [created("a"), decided("a", "person"), executed("a")];
  expect(eventsToJson(events)).toEqual(events);
});
