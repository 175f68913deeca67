import { commitOn, docNamed } from "@agent-treasury/testing/commits";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Agenda, retryMs } from "./agenda.ts";
import type { ObjectState } from "./platform.ts";

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An object's alarm on the test's clock. */
class Alarms {
  at: number | null = null;
  readonly state: ObjectState = {
    id: {},
    blockConcurrencyWhile: (work) => work(),
    storage: {
      sql: { exec: () => ({ toArray: () => [] }) },
      transactionSync: (work) => work(),
      getAlarm: async () => this.at,
      setAlarm: async (at) => {
        this.at = at;
      },
      deleteAlarm: async () => {
        this.at = null;
      },
    },
  };

  /** Runs the alarms that are due until a time. The platform forgets an alarm when it runs. */
  async runUntil(until: number, alarm: () => Promise<void>): Promise<void> {
    while (this.at !== null && this.at <= until) {
      vi.setSystemTime(Math.max(Date.now(), this.at));
      this.at = null;
      await alarm().catch(() => {});
    }
    vi.setSystemTime(until);
  }
}

const report = async () => ({
  isEntered: true,
  newest: 0,
  stages: { in: null, out: null },
  isEmptied: false,
});

it("repeats work while a dependency is down for an hour, and completes it without a request", async () => {
  const alarms = new Alarms();
  const dueAt = Date.now() + 60_000;
  const upAt = dueAt + hour;
  const records = { dueAt: (): number | null => dueAt, openKinds: () => [] };
  let attempts = 0;
  let doneAt: number | null = null;
  const due = { ...docNamed("payment", null), dueAt };
  const agenda = new Agenda(alarms.state, records, report);
  agenda.arm({ ...commitOn("acme", 0n), put: [due] }, hour);
  // The object restarts now and then, and knows only the alarm that is stored.
  let current = agenda;
  const alarm = async (): Promise<void> => {
    attempts += 1;
    if (attempts % 10 === 0) current = new Agenda(alarms.state, records, report);
    await current.alarm(async () => {
      if (Date.now() < upAt) throw new Error("The payee does not answer.");
      doneAt = Date.now();
      records.dueAt = () => null;
    });
  };
  await alarms.runUntil(upAt + hour, alarm);
  expect(attempts).toBe(hour / retryMs + 1);
  expect(doneAt).toBe(upAt);
  // Without due work, the object sleeps.
  expect(alarms.at).toBe(null);
});

it("repeats work that neither failed nor was done, and stops when it is", async () => {
  const alarms = new Alarms();
  const records = { dueAt: (): number | null => 1_000_000, openKinds: () => [] };
  const agenda = new Agenda(alarms.state, records, report);
  await Promise.resolve();
  agenda.restore();
  let runs = 0;
  const alarm = () =>
    agenda.alarm(async () => {
      runs += 1;
      if (runs === 5) records.dueAt = () => null;
    });
  await alarms.runUntil(1_000_000 + hour, alarm);
  expect([runs, alarms.at]).toEqual([5, null]);
});

it("removes a workspace from the index after the reports that were sent before", async () => {
  const sent: (readonly string[] | null)[] = [];
  const first = Promise.withResolvers<void>();
  const records = { dueAt: () => null, openKinds: () => [] };
  const agenda = new Agenda(new Alarms().state, records, async (_workspaceId, number, kinds) => {
    sent.push(kinds);
    if (sent.length === 1) await first.promise;
    return { ...(await report()), newest: number };
  });
  const entering = agenda.enter("acme");
  const leaving = agenda.leave("acme");
  const commit = { ...commitOn("acme", 0n), put: [{ ...docNamed("p", null), open: true }] };
  const announcing = agenda.announce(commit);
  await Promise.resolve();
  expect(sent).toEqual([[]]);
  first.resolve();
  await entering;
  expect(agenda.isEntered).toBe(false);
  await Promise.all([leaving, announcing]);
  expect(sent).toEqual([[], null, ["proposal"]]);
  expect(agenda.isAnnounced(commit)).toBe(true);
});
