/** Amounts are whole micro-dollars. */
interface NaiveCharge {
  reserved: number;
  endsAt: number;
  state: "open" | "estimated" | "settled";
  /** The posting that contains the estimate. */
  posting: number;
}

interface NaiveTab {
  maximum: number;
  endsAt: number;
  charges: Map<number, NaiveCharge>;
  next: number;
  /** What limits reservations. */
  charged: number;
  reversed: number;
  posted: number;
  batch: { amount: number; count: number; since: number | null };
  postings: number;
  closed: boolean;
  epoch: number;
  credentialId: string | null;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** A model of tabs without documents and hashes: numbers in lists. */
export class NaiveTabs {
  readonly tabs: Map<string, NaiveTab> = new Map();
  expense = 0;
  spentToday = 0;
  isFrozen = false;
  /** Whether the rules deny every tab. */
  areDenied = false;
  readonly revoked: Set<string> = new Set();
  #day = -1;
  #epoch = 1;

  open(id: string, maximum: number, endsAt: number, credentialId: string | null = null): void {
    this.tabs.set(id, {
      credentialId,
      maximum,
      endsAt,
      charges: new Map(),
      next: 1,
      charged: 0,
      reversed: 0,
      posted: 0,
      batch: { amount: 0, count: 0, since: null },
      postings: 0,
      closed: false,
      epoch: this.#epoch,
    });
  }

  get held(): number {
    return [...this.tabs.values()]
      .filter(({ closed }) => !closed)
      .reduce((sum, { maximum, posted }) => sum + Math.max(0, maximum - posted), 0);
  }

  get openTabs(): number {
    return [...this.tabs.values()].filter(({ closed }) => !closed).length;
  }

  reserved(id: string): number {
    return this.#reserved(this.#of(id));
  }

  /** The workspace has its starting capital until the first reset. */
  balance(startingCapital: number): number {
    return (this.#epoch === 1 ? startingCapital : 0) - this.expense;
  }

  reserve(id: string, amount: number, lifetimeMs: number, now: number): number | null {
    const tab = this.#of(id);
    if (tab.closed || tab.endsAt <= now) return null;
    if (this.isFrozen || this.revoked.has(tab.credentialId ?? "")) return null;
    if (this.areDenied) {
      this.#close(tab, now);
      return null;
    }
    // A refusal writes nothing, and a reservation only after others ended.
    const lapsed = this.#lapsedAmount(tab, now);
    const reserved = this.#reserved(tab) - lapsed;
    if (amount > Math.max(0, tab.maximum - (tab.charged + lapsed) - reserved)) return null;
    this.#lapse(tab, (charge) => charge.endsAt <= now, now);
    const number = tab.next;
    tab.next += 1;
    tab.charges.set(number, {
      reserved: amount,
      endsAt: now + lifetimeMs,
      state: "open",
      posting: 0,
    });
    this.#settleDue(tab, now);
    return number;
  }

  settle(id: string, number: number, reported: number, now: number): boolean {
    const tab = this.#of(id);
    const charge = tab.charges.get(number);
    if (number >= tab.next) {
      if (tab.epoch === this.#epoch) this.#settleDue(tab, now);
      return false;
    }
    if (tab.epoch !== this.#epoch || charge === undefined) return true;
    const amount = reported > charge.reserved + tab.maximum ? charge.reserved : reported;
    if (charge.state === "open") this.#add(tab, amount, now);
    if (charge.state === "estimated") this.#correct(tab, charge, amount, now);
    charge.state = "settled";
    this.#settleDue(tab, now);
    return true;
  }

  cancel(id: string, number: number, now: number): void {
    const tab = this.#of(id);
    const charge = tab.charges.get(number);
    if (tab.epoch !== this.#epoch || charge === undefined) return;
    if (charge.state === "estimated") this.#correct(tab, charge, 0, now);
    charge.state = "settled";
    this.#settleDue(tab, now);
  }

  charge(id: string, reported: number, now: number): void {
    const tab = this.#of(id);
    if (tab.epoch !== this.#epoch) return;
    const amount = reported > tab.maximum ? 0 : reported;
    tab.charges.set(tab.next, { reserved: 0, endsAt: 0, state: "settled", posting: 0 });
    tab.next += 1;
    this.#add(tab, amount, now);
    this.#settleDue(tab, now);
  }

  close(id: string, now: number): void {
    const tab = this.#of(id);
    if (tab.epoch === this.#epoch) this.#close(tab, now);
  }

  /** Maintenance of every tab that is due. */
  recover(now: number): void {
    for (const tab of this.tabs.values()) {
      if (tab.closed) continue;
      this.#lapse(tab, (charge) => charge.endsAt <= now, now);
      this.#settleDue(tab, now);
    }
  }

  reset(now: number): void {
    for (const tab of this.tabs.values()) if (!tab.closed) this.#close(tab, now);
    this.#epoch += 1;
    this.expense = 0;
    this.spentToday = 0;
  }

  /** The totals of a day begin at zero. */
  at(now: number): void {
    const day = Math.floor(now / dayMs);
    if (day !== this.#day) this.spentToday = 0;
    this.#day = day;
  }

  #of(id: string): NaiveTab {
    const tab = this.tabs.get(id);
    if (tab === undefined) throw new Error(`The tab ${id} was never opened.`);
    return tab;
  }

  #reserved({ charges }: NaiveTab): number {
    return [...charges.values()]
      .filter(({ state }) => state === "open")
      .reduce((sum, { reserved }) => sum + reserved, 0);
  }

  #lapsedAmount({ charges }: NaiveTab, now: number): number {
    return [...charges.values()]
      .filter(({ state, endsAt }) => state === "open" && endsAt <= now)
      .reduce((sum, { reserved }) => sum + reserved, 0);
  }

  #lapse(tab: NaiveTab, isOver: (charge: NaiveCharge) => boolean, now: number): void {
    for (const charge of tab.charges.values()) {
      if (charge.state !== "open" || !isOver(charge)) continue;
      charge.state = "estimated";
      charge.posting = tab.postings + 1;
      this.#add(tab, charge.reserved, now);
    }
  }

  #add(tab: NaiveTab, amount: number, now: number): void {
    const { batch } = tab;
    tab.charged += amount;
    tab.batch = {
      amount: batch.amount + amount,
      count: batch.count + 1,
      since: batch.since ?? now,
    };
  }

  #correct(tab: NaiveTab, charge: NaiveCharge, amount: number, now: number): void {
    const difference = amount - charge.reserved;
    if (difference === 0) return;
    if (difference > 0 || charge.posting > tab.postings) this.#add(tab, difference, now);
    else {
      tab.reversed -= difference;
      this.expense += difference;
    }
  }

  #settleDue(tab: NaiveTab, now: number): void {
    const { amount, count, since } = tab.batch;
    const isLate = since !== null && now - since >= hourMs;
    if (tab.closed || amount >= 1_000_000 || count >= 500 || isLate) this.#post(tab);
    if (tab.closed || [...tab.charges.values()].some(({ state }) => state === "open")) return;
    if (tab.charged >= tab.maximum || tab.endsAt <= now) this.#close(tab, now);
  }

  #post(tab: NaiveTab): void {
    const { amount, count } = tab.batch;
    if (count === 0) return;
    this.expense += amount;
    this.spentToday += amount;
    tab.posted += amount;
    tab.postings += 1;
    tab.batch = { amount: 0, count: 0, since: null };
  }

  #close(tab: NaiveTab, now: number): void {
    if (tab.closed) return;
    this.#lapse(tab, () => true, now);
    this.#post(tab);
    tab.closed = true;
  }
}
