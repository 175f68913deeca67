import { type JsonObject, Micros, TreasuryError } from "@agent-treasury/provider";
import { emptyCounter } from "@agent-treasury/rules";
import type { ActionType } from "../../kernel/action-type.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { changesOn } from "../../kernel/ledger/command.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import { timestampOrNull } from "../../kernel/ledger/timestamp.ts";
import { vendorIdOf } from "../../kernel/payees/payee-identity.ts";
import { limitToWire } from "../rules/index.ts";
import { type StandingApproval, type StandingTerms, stateOf } from "./standing-approval.ts";
import {
  indexOf,
  indexToDoc,
  lastEnd,
  standingOfPairs,
  type StandingIndex,
  standingKey,
  standingKind,
  standingToDoc,
  termsFromJson,
  termsToJson,
  standingUntil,
} from "./standing-doc.ts";

const dayMs = 86_400_000;
const longestLifeMs = 366 * dayMs;
/** In effect, in one workspace. */
export const maximumStanding = 200;
/** In effect, for one agent and payee. */
export const maximumStandingOfPair = 10;
/** Listed after their end. */
const maximumEnded = 100;
const maximumEndedOfPair = 10;

/** @throws TreasuryError `invalid_request`, `standing_approval_limit_reached`. */
export function standingPayload(
  ledger: LedgerState,
  terms: StandingTerms,
  now: number,
): JsonObject {
  checkTerms(terms, now);
  roomFor(ledger, terms, now);
  return termsToJson(terms);
}

function checkTerms({ maximum, limit, count, endsAt }: StandingTerms, now: number): void {
  const problem =
    endsAt <= now
      ? "`endsAt` must be in the future."
      : endsAt > now + longestLifeMs
        ? "`endsAt` must be within 366 days."
        : limit === null && count === null
          ? "`windowMaximumUsd` with `per`, or `count`, is required."
          : limit !== null && limit.maximum < maximum
            ? "`windowMaximumUsd` must be at least `maximumUsd`."
            : null;
  if (problem !== null) throw invalidRequest(problem);
}

/** Every person who approved the action becomes an author. */
export const standingAction: ActionType = {
  apply: (ledger, payload, { approvals, now }) => {
    const terms = termsFromJson(payload);
    checkTerms(terms, now);
    const { index, known, others } = roomFor(ledger, terms, now);
    const created: StandingApproval = {
      ...terms,
      authors: approvals,
      createdAt: now,
      lastUsedAt: null,
      revoked: null,
      inWindow: emptyCounter,
      inTotal: emptyCounter,
    };
    const { epoch } = ledger.head;
    const key = standingKey(terms.agentId, vendorIdOf(terms.vendor));
    const listed: StandingIndex = [...index, [terms.id, key.id, terms.endsAt]];
    const put = [
      standingToDoc(key, epoch, [...known, created]),
      ...others.map(([id, kept]) => standingToDoc({ kind: standingKind, id }, epoch, kept)),
      indexToDoc(listed, epoch),
    ];
    const head = standingUntil.with(ledger.head, lastEnd(listed, now));
    return { changes: changesOn(ledger, { head, put }), result: terms.id };
  },
  details: (payload) => {
    const { id, agentId, vendor, maximum, limit, count, endsAt } = termsFromJson(payload);
    const { limitUsd: windowMaximumUsd, per } = limitToWire(
      limit && { amount: limit.maximum, window: limit.window },
    );
    const maximumUsd = Micros.toUsd(maximum);
    const shown = { id, agentId, vendor, maximumUsd, windowMaximumUsd, per, count };
    return { standingApproval: { ...shown, endsAt: timestampOrNull(endsAt) } };
  },
};

interface Room {
  /** Without the oldest ended ones. */
  readonly index: StandingIndex;
  /** Those of the same agent and payee, without the oldest ended ones. */
  readonly known: readonly StandingApproval[];
  /** What is left of other agents and payees, where one is not listed any more. */
  readonly others: readonly (readonly [pair: string, kept: readonly StandingApproval[]])[];
}

function roomFor(ledger: LedgerState, { agentId, vendor }: StandingTerms, now: number): Room {
  const index = indexOf(ledger);
  const pair = standingKey(agentId, vendorIdOf(vendor)).id;
  const pairs = new Set([pair, ...index.map(([, each]) => each)]);
  const all = standingOfPairs(ledger, [...pairs]);
  const isActive = (one: StandingApproval): boolean => stateOf(one, now) === "active";
  const active = new Set(
    [...all.values()]
      .flat()
      .filter(isActive)
      .map(({ id }) => id),
  );
  if (active.size >= maximumStanding) {
    throw limitReached(`${maximumStanding} standing approvals are in effect.`);
  }
  const known = all.get(pair) ?? [];
  if (known.filter(isActive).length >= maximumStandingOfPair) {
    throw limitReached(
      `${maximumStandingOfPair} standing approvals are in effect for this agent and payee.`,
    );
  }
  const listed = withoutOldest(index, ([id]) => active.has(id), maximumEnded);
  const ids = new Set(listed.map(([id]) => id));
  const isListed = ({ id }: StandingApproval): boolean => ids.has(id);
  // A released payment would renew one that approvers can neither see nor revoke.
  const others = [...all]
    .filter(([other, approvals]) => other !== pair && !approvals.every(isListed))
    .map(([other, approvals]) => [other, approvals.filter(isListed)] as const);
  const kept = withoutOldest(known, isActive, maximumEndedOfPair).filter(isListed);
  return { index: listed, known: kept, others };
}

function withoutOldest<Item>(
  items: readonly Item[],
  isActive: (item: Item) => boolean,
  maximum: number,
): readonly Item[] {
  const ended = items.filter((item) => !isActive(item));
  const dropped = new Set(ended.slice(0, Math.max(0, ended.length - maximum)));
  return items.filter((item) => !dropped.has(item));
}

function limitReached(message: string): TreasuryError {
  return new TreasuryError("standing_approval_limit_reached", message);
}
