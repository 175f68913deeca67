import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";
import { markedOrdinals } from "./cursor-marks.ts";
import {
  type Cursor,
  isBlocked,
  isStopped,
  newCursor,
  nextRetryAt,
  type ParkedEntry,
  parked,
  passed,
  remembered,
  retriesOf,
} from "./cursor.ts";

function entry(ordinal: number, fields: Partial<ParkedEntry> = {}): ParkedEntry {
  const event = { eventId: `e${ordinal}`, kind: "credited", subject: null, at: 0 };
  const state = { attempts: 1, nextAt: 100, failure: "No.", isGivenUp: false };
  return { ordinal, index: 0, ...event, ...state, ...fields };
}

function withParked(...entries: readonly ParkedEntry[]): Cursor {
  return entries.reduce((cursor, one) => parked(one)(cursor), newCursor("acme", "", 0));
}

function idsOf(entries: readonly ParkedEntry[]): string[] {
  return entries.map(({ eventId }) => eventId);
}

describe("a cursor", () => {
  it("advances within a record, and past its last event", () => {
    const within = passed({ ordinal: 7, index: 1 }, false, "r7")(newCursor("acme", "", 6));
    expect(within).toMatchObject({ ordinal: 6, index: 2 });
    const behind = passed({ ordinal: 7, index: 2 }, true, "r7")(within);
    expect(behind).toMatchObject({ ordinal: 7, index: 0 });
  });

  it("retries the first event of each subject, and all events without one", () => {
    const cursor = withParked(
      entry(4, { subject: "a", nextAt: 5 }),
      entry(2, { subject: "a", nextAt: 50 }),
      entry(3, { nextAt: 70 }),
      entry(1, { subject: "a", isGivenUp: true }),
    );
    expect(idsOf(cursor.parked)).toEqual(["e1", "e2", "e3", "e4"]);
    expect(idsOf(retriesOf(cursor))).toEqual(["e2", "e3"]);
    expect(nextRetryAt(cursor)).toBe(50);
    expect(isBlocked(cursor, "a")).toBe(true);
    expect(isBlocked(cursor, "b")).toBe(false);
    expect(isBlocked(cursor, null)).toBe(false);
  });

  it("stops at 100 parked events, and lists 100 beside them that were given up", () => {
    const givenUp = Array.from({ length: 120 }, (_, place) => entry(place, { isGivenUp: true }));
    const live = Array.from({ length: 99 }, (_, place) => entry(200 + place));
    const cursor = withParked(...givenUp, ...live);
    expect(isStopped(cursor)).toBe(false);
    expect(cursor.parked).toHaveLength(199);
    expect(cursor.parked[0]?.eventId).toBe("e20");
    expect(isStopped(parked(entry(300))(cursor))).toBe(true);
  });

  it("remembers the newest 20 attempts", () => {
    const past = { kind: "credited", at: 0, succeeded: true, note: null, milliseconds: 1 };
    let cursor = newCursor("acme", "", 0);
    for (let place = 0; place < 30; place += 1) {
      cursor = remembered({ ...past, eventId: `e${place}` })(cursor);
    }
    expect(cursor.recent.map(({ eventId }) => eventId)).toEqual(
      Array.from({ length: 20 }, (_, place) => `e${place + 10}`),
    );
  });
});

describe("the marks of a cursor", () => {
  it("are few, and one is at most 4 times as far back as any distance", () => {
    let cursor = newCursor("acme", "", 0);
    for (let ordinal = 1; ordinal <= 300; ordinal += 1) {
      cursor = passed({ ordinal, index: 0 }, true, `r${ordinal}`)(cursor);
      const marked = markedOrdinals(cursor.marks);
      expect(marked[0]).toBe(ordinal);
      expect(marked.length).toBeLessThanOrEqual(9);
      for (let distance = 1; 4 * distance < ordinal; distance += 1) {
        const found = marked.find((one) => one <= ordinal - distance) ?? 0;
        expect(ordinal - found).toBeLessThanOrEqual(4 * distance);
      }
    }
  });
});

describe("the delay of a retry", () => {
  it("grows to an hour, and is at least what the receiver asks, up to a day", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 70].map((attempts) => backoffMs(attempts, 0.5, null));
    expect(delays.map((delay) => delay / 1_000)).toEqual([
      5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600,
    ]);
    expect(backoffMs(1, 0, null)).toBeLessThan(backoffMs(1, 1, null));
    expect(backoffMs(1, 0.5, 60_000)).toBe(60_000);
    expect(backoffMs(6, 0.5, 60_000)).toBe(3_600_000);
    expect(backoffMs(1, 0.5, 99 * 86_400_000)).toBe(86_400_000);
  });
});
