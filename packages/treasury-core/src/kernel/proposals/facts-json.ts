import type { Json, JsonObject } from "@agent-treasury/provider";
import type { EvaluationFacts, ProposalFacts, ProposedFacts } from "./proposal-facts.ts";

/** Numbers in one text, then what only some evaluations have. */
type StoredEvaluation = string | readonly [numbers: string, others: JsonObject];

/** Compact, because open proposals are read with every load. Undefined without facts. */
export function factsToJson({
  proposed,
  approved,
  ...rest
}: ProposalFacts): JsonObject | undefined {
  const json: JsonObject = {
    ...(rest as JsonObject),
    ...(proposed && { proposed: proposedToJson(proposed) }),
    ...(approved && { approved: approvedToJson(approved, proposed) }),
  };
  return Object.keys(json).length === 0 ? undefined : json;
}

export function factsFromJson(json: JsonObject | undefined): ProposalFacts {
  if (json === undefined) return {};
  const { proposed, approved, ...rest } = json as JsonObject & {
    readonly proposed?: StoredEvaluation;
    readonly approved?: StoredEvaluation;
  };
  const first = proposed === undefined ? undefined : proposedFromJson(proposed);
  return {
    ...(rest as ProposalFacts),
    ...(first && { proposed: first }),
    ...(approved !== undefined && { approved: approvedFromJson(approved, first) }),
  };
}

function proposedToJson({ order, room, automatic, small, ...others }: ProposedFacts): Json {
  const numbers = [...order, ...room, automatic, ...(small ? ["small"] : [])];
  return stored(numbers, others as JsonObject);
}

function proposedFromJson(json: StoredEvaluation): ProposedFacts {
  const { order, room, last, isSmall, others } = readEvaluation(json);
  const facts = { order, room, automatic: last, ...(isSmall && { small: true }), ...others };
  return facts as ProposedFacts;
}

type ApprovedFacts = NonNullable<ProposalFacts["approved"]>;

const same = "=";

/** Omits what is the same as for the proposal. */
function approvedToJson(
  { order, room, at, rail, chain, ...others }: ApprovedFacts,
  first: ProposedFacts | undefined,
): Json {
  const changed = room.map((amount, index) => (amount === first?.room[index] ? same : amount));
  const isSameRail = rail === first?.rail;
  const isSameChain = String(chain) === String(first?.chain);
  return stored([...order, ...changed, at], {
    ...others,
    ...(!isSameRail && { rail: rail ?? null }),
    ...(!isSameChain && { chain: chain ?? null }),
  });
}

function approvedFromJson(json: StoredEvaluation, first: ProposedFacts | undefined): ApprovedFacts {
  const { order, room, last, others } = readEvaluation(json);
  const { rail = first?.rail, chain = first?.chain, ...rest } = others;
  const amountAt = (index: 0 | 1 | 2): string =>
    room[index] === same ? (first?.room[index] ?? "") : room[index];
  return {
    order,
    room: [amountAt(0), amountAt(1), amountAt(2)],
    at: Number(last),
    ...rest,
    ...(rail && { rail }),
    ...(chain && { chain }),
  };
}

function stored(numbers: readonly (string | number)[], others: JsonObject): StoredEvaluation {
  const text = numbers.join(" ");
  return Object.keys(others).length === 0 ? text : [text, others];
}

/** Null for an approval without what its proposal had. */
type Others = Pick<EvaluationFacts, "over" | "allocated"> & {
  readonly rail?: string | null;
  readonly chain?: readonly string[] | null;
};

function readEvaluation(json: StoredEvaluation): Pick<EvaluationFacts, "order" | "room"> & {
  readonly last: string;
  readonly isSmall: boolean;
  readonly others: Others;
} {
  const [text, others] = typeof json === "string" ? [json, {}] : json;
  const [version, position, available = "", dayLeft = "", reserve = "", last = "", small] =
    text.split(" ");
  return {
    order: [Number(version), Number(position)],
    room: [available, dayLeft, reserve],
    last,
    isSmall: small !== undefined,
    others,
  };
}
