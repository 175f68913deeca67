import type {
  Movement,
  PastEvaluation,
  PastMoment,
  PastPublication,
  PastSpend,
} from "./past-spend.ts";

export type ReplayEvent =
  | { readonly kind: "published"; readonly publication: PastPublication }
  | { readonly kind: "proposed"; readonly index: number; readonly spend: PastSpend }
  | {
      readonly kind: "approved";
      readonly index: number;
      readonly spend: PastSpend;
      readonly approved: PastEvaluation;
    }
  | {
      readonly kind: "moved";
      readonly index: number;
      readonly spend: PastSpend;
      readonly movement: Movement;
    };

interface Placed {
  readonly event: ReplayEvent;
  readonly moment: PastMoment;
  readonly tie: number;
}

/** Returns all evaluations and movements of money in the order of their commits. */
export function eventsOf(
  spends: readonly PastSpend[],
  publications: readonly PastPublication[],
): readonly ReplayEvent[] {
  const placed: Placed[] = publications.map((publication, index) => ({
    event: { kind: "published", publication },
    moment: publication,
    tie: index,
  }));
  spends.forEach((spend, index) => {
    const add = (event: ReplayEvent, moment: PastMoment, tie: number): void => {
      placed.push({ event, moment, tie: spend.ordinal * 4 + tie });
    };
    add({ kind: "proposed", index, spend }, spend.proposed, 0);
    const { approved } = spend;
    if (approved !== null) add({ kind: "approved", index, spend, approved }, approved, 1);
    for (const movement of spend.movements) {
      add({ kind: "moved", index, spend, movement }, movement, 2);
    }
  });
  return inOrder(placed).map(({ event }) => event);
}

/** Moments without an order follow those with one that are not later. */
function inOrder(placed: readonly Placed[]): readonly Placed[] {
  const ordered = placed.filter(({ moment }) => moment.order !== null).sort(byOrder);
  const others = placed.filter(({ moment }) => moment.order === null).sort(byTime);
  const merged: Placed[] = [];
  let next = 0;
  for (const one of ordered) {
    for (;;) {
      const other = others[next];
      if (other === undefined || other.moment.at >= one.moment.at) break;
      merged.push(other);
      next += 1;
    }
    merged.push(one);
  }
  return [...merged, ...others.slice(next)];
}

function byOrder(left: Placed, right: Placed): number {
  const [first, second] = [left.moment.order ?? [0, 0], right.moment.order ?? [0, 0]];
  return first[0] - second[0] || first[1] - second[1] || left.tie - right.tie;
}

function byTime(left: Placed, right: Placed): number {
  return left.moment.at - right.moment.at || left.tie - right.tie;
}
