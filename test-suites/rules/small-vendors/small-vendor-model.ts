import { dayIn } from "./day-in.ts";

/** A limit by vendor, as the model reads it. Amounts are micros. */
export interface ModelLimit {
  readonly measure: "amount" | "count";
  readonly maximum: bigint;
  /** A day of the deployment, or the last 24 hours. */
  readonly window: "day" | "rolling";
}

export interface ModelVendor {
  readonly written: string;
  /** Its own group, then that of its look-alikes if it is another one. */
  readonly groups: readonly string[];
}

export type SmallEvent =
  | { readonly kind: "paid" | "held"; readonly spend: ModelSpend; readonly at: number }
  | {
      readonly kind: "captured";
      readonly spend: ModelSpend;
      readonly amount: bigint;
      readonly at: number;
    }
  | { readonly kind: "released"; readonly spend: ModelSpend; readonly at: number }
  | { readonly kind: "reset"; readonly at: number };

export interface ModelSpend {
  readonly id: string;
  readonly agentId: string;
  readonly vendor: ModelVendor;
  readonly amount: bigint;
}

interface Item {
  readonly spend: ModelSpend;
  readonly amount: bigint;
  /** Null while the amount is on hold. */
  readonly at: number | null;
  /** 0 for the vendor's own group, 1 for that of its look-alikes. */
  readonly place: number;
}

interface Group {
  isOpened: boolean;
  items: Item[];
}

export interface ModelUsage {
  readonly amount: bigint;
  readonly count: bigint;
}

const oneCent = 10_000n;
const hourMs = 3_600_000;

/** Usage of a limit by vendor, from all events of a workspace. */
export class SmallVendorModel {
  readonly #groups: Map<string, Group> = new Map();
  readonly #limit: ModelLimit;

  constructor(limit: ModelLimit, events: readonly SmallEvent[]) {
    this.#limit = limit;
    for (const event of events) this.#apply(event);
  }

  #apply(event: SmallEvent): void {
    if (event.kind === "reset") {
      this.#groups.clear();
      return;
    }
    const { spend, at } = event;
    for (const [place, name] of spend.vendor.groups.entries()) {
      const group = this.#groupAt(name, at);
      if (event.kind !== "paid") {
        group.items = group.items.filter((one) => one.spend.id !== spend.id || one.at !== null);
      }
      if (event.kind === "paid") group.items.push({ spend, amount: spend.amount, at, place });
      if (event.kind === "held") group.items.push({ spend, amount: spend.amount, at: null, place });
      if (event.kind === "captured") {
        group.items.push({ spend, amount: event.amount, at, place });
      }
      group.isOpened ||= this.usageOf(name, at).amount >= oneCent;
    }
  }

  /** Begins the group again if its window is empty. */
  #groupAt(name: string, now: number): Group {
    const known = this.#groups.get(name) ?? { isOpened: false, items: [] };
    this.#groups.set(name, known);
    known.items = known.items.filter(({ at }) => at === null || this.#counts(at, now));
    if (known.items.length === 0) known.isOpened = false;
    return known;
  }

  #counts(at: number, now: number): boolean {
    if (this.#limit.window === "day") return dayIn(at) === dayIn(now);
    return (Math.floor(at / hourMs) + 1) * hourMs > now - 24 * hourMs;
  }

  usageOf(name: string, now: number): ModelUsage {
    return totalOf(
      (this.#groups.get(name)?.items ?? []).filter(
        ({ at }) => at === null || this.#counts(at, now),
      ),
    );
  }

  /** What the small vendors of an agent share. */
  sharedBy(agentId: string, place: number, now: number): ModelUsage {
    const small = [...this.#groups.values()].filter(({ isOpened }) => !isOpened);
    return totalOf(
      small
        .flatMap(({ items }) => items)
        .filter((one) => one.spend.agentId === agentId && one.place === place)
        .filter(({ at }) => at === null || this.#counts(at, now)),
    );
  }

  openedGroups(now: number): number {
    return [...this.#groups].filter(
      ([name, { isOpened }]) => isOpened && this.usageOf(name, now).count > 0n,
    ).length;
  }

  /** Whether the limit allows a spend. */
  allows({ agentId, vendor, amount }: ModelSpend, now: number): boolean {
    return vendor.groups.every((name, place) => {
      const used = this.usageOf(name, now);
      if (!this.#hasRoom(used, amount)) return false;
      const { isOpened } = this.#groupAt(name, now);
      const staysSmall = !isOpened && used.amount + amount < oneCent;
      return !staysSmall || this.#hasRoom(this.sharedBy(agentId, place, now), amount);
    });
  }

  #hasRoom(used: ModelUsage, amount: bigint): boolean {
    const { measure, maximum } = this.#limit;
    return measure === "count" ? used.count < maximum : used.amount + amount <= maximum;
  }
}

function totalOf(items: readonly Item[]): ModelUsage {
  return {
    amount: items.reduce((sum, { amount }) => sum + amount, 0n),
    count: BigInt(items.length),
  };
}
