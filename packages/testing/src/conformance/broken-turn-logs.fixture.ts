import type { TurnAppend, TurnLog, TurnRecord } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { TurnLogSubject } from "./turn-log/turn-log-suite.ts";

type Alter = (sound: TurnLog) => Partial<TurnLog>;

/** A subject of the suite: a memory log with some methods replaced. */
function altered(name: string, alter: Alter): TurnLogSubject {
  let now = Date.now();
  const closers = new WeakMap<TurnLog, () => Promise<void>>();
  return {
    name,
    open: () => {
      now = Date.now();
      const storage = memoryStorage({ now: () => now });
      const sound = storage.turnLog;
      const log: TurnLog = {
        specificationVersion: sound.specificationVersion,
        name: sound.name,
        append: (records) => sound.append(records),
        read: (turn, after, limit) => sound.read(turn, after, limit),
        erase: (workspaceId, before) => sound.erase(workspaceId, before),
        purge: (until, limit) => sound.purge(until, limit),
        ...alter(sound),
      };
      closers.set(log, () => storage.close());
      return log;
    },
    close: async (log) => closers.get(log)?.(),
    setNow: (milliseconds) => {
      now = milliseconds;
    },
  };
}

/** A log that changes each append before evaluating it. */
function changingAppends(change: (append: TurnAppend) => TurnAppend): Alter {
  return (sound) => ({ append: (append) => sound.append(change(append)) });
}

async function newestOf(log: TurnLog, append: TurnAppend): Promise<number> {
  return (await log.read(append, 0, 10_000)).at(-1)?.sequence ?? 0;
}

/** Whether the bodies of an append exist at their place, by any writer. */
async function isThere(log: TurnLog, { bodies, after, ...turn }: TurnAppend): Promise<boolean> {
  const there = await log.read(turn, after, bodies.length);
  return JSON.stringify(there.map(({ body }) => body)) === JSON.stringify(bodies);
}

const alterations: Readonly<Record<string, Alter>> = {
  "never compares the place": (sound) => ({
    append: async (append) => sound.append({ ...append, after: await newestOf(sound, append) }),
  }),
  "compares the place before the write, without a lock": (sound) => ({
    append: async (append) => {
      if ((await newestOf(sound, append)) !== append.after) return sound.append(append);
      for (;;) {
        // Between the check and the write, another append can take place.
        const late = { ...append, after: await newestOf(sound, append) };
        if ((await sound.append(late)) === "appended") return "appended";
      }
    },
  }),
  "writes the records whose places are free": (sound) => ({
    append: async (append) => {
      const outcome = await sound.append(append);
      const newest = await newestOf(sound, append);
      const bodies = append.bodies.slice(Math.max(0, newest - append.after));
      const isTaken = outcome === "conflict" && newest > append.after && bodies.length > 0;
      if (isTaken) await sound.append({ ...append, after: newest, bodies });
      return outcome;
    },
  }),
  "leaves gaps": (sound) => {
    const beyond = new Set<string>();
    return {
      append: async (append) => {
        if ((await newestOf(sound, append)) >= append.after) return sound.append(append);
        beyond.add(append.writer);
        return "appended";
      },
    };
  },
  "reports records written at another place as appended": (sound) => ({
    append: async (append) => {
      const outcome = await sound.append(append);
      if (outcome === "appended" || append.after === 0) return outcome;
      return sound.append({ ...append, after: await newestOf(sound, append) });
    },
  }),
  "writes records one by one": (sound) => ({
    append: async (append) => {
      for (const [index, body] of append.bodies.entries()) {
        const one = { ...append, after: append.after + index, bodies: [body] };
        if ((await sound.append(one)) === "conflict") return "conflict";
      }
      return "appended";
    },
  }),
  "shares turns between workspaces": changingAppends((append) => ({
    ...append,
    workspaceId: append.workspaceId.toLowerCase(),
  })),
  "does not recognise a repeated append": (sound) => {
    let sent = 0;
    return {
      append: (append) => {
        sent += 1;
        return sound.append({ ...append, writer: `${append.writer} ${sent}` });
      },
    };
  },
  "recognises a repeated append only before later ones": (sound) => ({
    append: async (append) =>
      (await newestOf(sound, append)) > append.after + append.bodies.length
        ? "conflict"
        : sound.append(append),
  }),
  "treats another writer's records as its own": (sound) => ({
    append: async (append) => {
      const outcome = await sound.append(append);
      return outcome === "conflict" && (await isThere(sound, append)) ? "appended" : outcome;
    },
  }),
  "treats any records of a writer in a place as the same": (sound) => {
    const places = new Set<string>();
    return {
      append: async (append) => {
        const place = JSON.stringify([
          append.workspaceId,
          append.turnId,
          append.writer,
          append.after,
        ]);
        if (places.has(place)) return "appended";
        const outcome = await sound.append(append);
        if (outcome === "appended") places.add(place);
        return outcome;
      },
    };
  },
  "remembers rejected appends": (sound) => {
    const refused = new Set<string>();
    return {
      append: async (append) => {
        if (refused.has(append.writer)) return "conflict";
        const outcome = await sound.append(append);
        if (outcome === "conflict") refused.add(append.writer);
        return outcome;
      },
    };
  },
  "accepts any number of records": (sound) => ({
    append: async (append) => {
      for (let index = 0; index < append.bodies.length; index += 100) {
        const bodies = append.bodies.slice(index, index + 100);
        await sound.append({ ...append, after: append.after + index, bodies });
      }
      return "appended";
    },
  }),
  "reads newest first": (sound) => ({
    read: async (turn, after, limit) => (await sound.read(turn, after, limit)).toReversed(),
  }),
  "repeats the record after which it reads": (sound) => ({
    read: (turn, after, limit) => sound.read(turn, Math.max(0, after - 1), limit),
  }),
  "ignores the limit of a read": (sound) => ({
    read: (turn, after) => sound.read(turn, after, 10_000),
  }),
  "normalizes well-formed text": (sound) => ({
    read: async (turn, after, limit) =>
      (await sound.read(turn, after, limit)).map(({ sequence, body }): TurnRecord => ({
        sequence,
        body: typeof body === "string" ? body.normalize("NFC") : body,
      })),
  }),
  "does not copy bodies": () => {
    const kept: { append: TurnAppend }[] = [];
    return {
      append: async (append) => {
        kept.push({ append });
        return "appended";
      },
      read: async () =>
        kept.flatMap(({ append }) =>
          append.bodies.map((body, index) => ({ sequence: append.after + 1 + index, body })),
        ),
    };
  },
  "erases every workspace": (sound) => ({
    erase: async (workspaceId, before) => {
      const removed = await sound.erase(workspaceId, before);
      await sound.erase(`${workspaceId}2`, before);
      return removed;
    },
  }),
  "erases turns of any age": (sound) => ({
    erase: (workspaceId) => sound.erase(workspaceId, Number.MAX_SAFE_INTEGER),
  }),
  "erases a part only": (sound) => {
    const kept = new Set<string>();
    return {
      append: async (append) => {
        const outcome = await sound.append(append);
        if (append.after >= 1_000) kept.add(append.turnId);
        return outcome;
      },
      erase: async (workspaceId, before) =>
        kept.size > 0 ? 1_000 : sound.erase(workspaceId, before),
    };
  },
  "lets an erased turn continue": (sound) => ({
    append: async (append) => {
      const outcome = await sound.append(append);
      const isGone = (await newestOf(sound, append)) === 0;
      return outcome === "conflict" && isGone ? sound.append({ ...append, after: 0 }) : outcome;
    },
  }),
  "purges a millisecond too early": (sound) => ({
    purge: (now, limit) => sound.purge(now + 1, limit),
  }),
  "purges records instead of turns": (sound) => {
    const kept: { expiresAt: number }[] = [];
    return {
      append: async (append) => {
        kept.push(...append.bodies.map(() => ({ expiresAt: append.expiresAt })));
        return sound.append(append);
      },
      purge: async (now) => kept.filter(({ expiresAt }) => expiresAt < now).length,
    };
  },
  "purges more than its limit": (sound) => ({
    purge: (now) => sound.purge(now, 10_000),
  }),
  "purges one workspace only": (sound) => ({
    purge: async (now, limit) => Math.min(2, await sound.purge(now, limit)),
  }),
};

/** Turn logs with one defect each, by its description. */
export const brokenTurnLogs: readonly TurnLogSubject[] = [
  ...Object.entries(alterations).map(([name, alter]) => altered(name, alter)),
  { ...altered("responds after it was closed", () => ({})), close: async () => {} },
];
