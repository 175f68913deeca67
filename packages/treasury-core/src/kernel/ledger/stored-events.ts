import type { Json, JsonObject } from "@agent-treasury/provider";

/**
 * Returns the stored form of a commit's events. Most are those of automatic spends, three for each,
 * and the proposal's id stands for them in a sixth of the space.
 */
export function eventsToJson(events: readonly JsonObject[]): Json[] {
  const stored: Json[] = [];
  for (let index = 0; index < events.length;) {
    const event = events[index] ?? {};
    const id = automaticSpendAt(events, index);
    stored.push(id ?? event);
    index += id === null ? 1 : eventsOfAutomaticSpend;
  }
  return stored;
}

export function eventsFromJson(stored: readonly Json[]): JsonObject[] {
  return stored.flatMap((one) =>
    typeof one === "string" ? automaticSpend(one) : [one as JsonObject],
  );
}

const eventsOfAutomaticSpend = 3;

/** The events of a spend that policy approves and the ledger executes at once. */
function automaticSpend(proposalId: string): JsonObject[] {
  return [
    { kind: "proposalCreated", proposalId },
    { kind: "proposalDecided", proposalId, decision: "approve", by: "policy" },
    { kind: "proposalExecuted", proposalId },
  ];
}

/** Returns the proposal's id. Null for other events, also if they have further fields. */
function automaticSpendAt(events: readonly JsonObject[], index: number): string | null {
  const id = events[index]?.["proposalId"];
  if (typeof id !== "string" || events[index + 2]?.["proposalId"] !== id) return null;
  const isSame = automaticSpend(id).every((event, at) => isEqual(events[index + at], event));
  return isSame ? id : null;
}

function isEqual(event: JsonObject | undefined, expected: JsonObject): boolean {
  if (event === undefined) return false;
  const fields = Object.keys(expected);
  return (
    Object.keys(event).length === fields.length &&
    fields.every((field) => event[field] === expected[field])
  );
}
