import type { ErrorBody } from "@agent-treasury/contract";
import { memoryMachineHost, scriptedModel, sandboxPayments } from "@agent-treasury/sandbox";
import type { TestFramework } from "@agent-treasury/testing";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import type { HistorySubject, OpenedStorage } from "./treasury-histories.ts";

const callers = 100;
const processes = 4;
const baseUrl = "http://localhost:3000";
const spend =
  '<tool_call>{"name": "propose_spend", "arguments": {"amountUsd": 30, "vendor": "Acme", "purpose": "servers"}}</tool_call>';

/** The responses to a hundred requests. */
interface Race {
  /** The bodies of responses with status 200. */
  readonly answers: readonly unknown[];
  /** The codes of the others. */
  readonly refusals: readonly string[];
}

/** Treasuries as of several processes, on one storage, with one processor and one machine host. */
interface RacedTreasury {
  /** The processor's checkouts. */
  readonly checkouts: ReadonlySet<string>;
  /** The number of the host's machines. */
  machines(): Promise<number>;
  /** The workspace's current epoch. */
  epoch(): Promise<number>;
  readonly treasury: Treasury;
  /** Sends the same POST from a hundred callers, through every process. */
  send(path: string, body: object, key: string): Promise<Race>;
  /** Closes the processes and their storages. */
  close(): Promise<void>;
}

/**
 * A hundred callers send the same POST with the same idempotency key, through four treasuries: it
 * has one effect, and all successful responses are equal.
 *
 * @example keyedRequestRaces({ describe, it, expect }, { name: "memory", open });
 */
export function keyedRequestRaces(
  { describe, it, expect }: TestFramework,
  { name, open }: Pick<HistorySubject, "name" | "open">,
): void {
  const race = async (body: (raced: RacedTreasury) => Promise<void>): Promise<void> => {
    const opened = await open(Date.now);
    const raced = racedTreasury(opened);
    try {
      await body(raced);
    } finally {
      await raced.close();
      await opened.close();
    }
  };
  const alike = (answers: readonly unknown[]): void => {
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  };

  describe(`${callers} with one idempotency key on ${name}`, () => {
    it("open one checkout", () =>
      race(async ({ send, checkouts }) => {
        const { answers, refusals } = await send("/treasury/deposit", { amountUsd: 5 }, "k");
        expect(answers.length + refusals.length).toBe(callers);
        expect([...new Set(refusals)].filter((code) => code !== "idempotency_key_in_use")).toEqual(
          [],
        );
        alike(answers);
        expect([...checkouts]).toEqual([(answers[0] as { id: string }).id]);
        const later = await send("/treasury/deposit", { amountUsd: 5 }, "k");
        expect(later.refusals).toEqual([]);
        alike([answers[0], ...later.answers]);
        expect(checkouts.size).toBe(1);
      }));

    it("create one machine", () =>
      race(async ({ send, machines }) => {
        const { answers, refusals } = await send("/agents", {}, "k");
        expect(answers.length > 0).toBe(true);
        expect([...new Set(refusals)].filter((code) => code !== "idempotency_key_in_use")).toEqual(
          [],
        );
        alike(answers.map((answer) => (answer as { machine: { id: string } }).machine.id));
        expect(await machines()).toBe(1);
      }));

    it("reset once, and all succeed", () =>
      race(async ({ send, epoch }) => {
        const { answers, refusals } = await send("/treasury/reset", {}, "k");
        expect(refusals).toEqual([]);
        alike(answers);
        expect(await epoch()).toBe(2);
      }));

    it("decide once, and all succeed", () =>
      race(async ({ send, treasury }) => {
        const { state } = await treasury.runTurn({ message: "Buy servers." });
        const body = { proposalId: state.proposals[0]?.id, decision: "approve" };
        const { answers, refusals } = await send("/treasury/decide", body, "k");
        expect(refusals).toEqual([]);
        alike(answers);
        const { balanceUsd, ledger } = await treasury.state();
        expect([balanceUsd, ledger.length]).toEqual([970, 1]);
      }));
  });
}

function racedTreasury({ storages }: OpenedStorage): RacedTreasury {
  const checkouts = new Set<string>();
  const sandbox = sandboxPayments({ baseUrl });
  const payments = {
    ...sandbox,
    createCheckout: async (request: Parameters<typeof sandbox.createCheckout>[0]) => {
      const session = await sandbox.createCheckout(request);
      checkouts.add(session.id);
      return session;
    },
  };
  const machines = memoryMachineHost();
  const treasuries = Array.from({ length: processes }, (_, index) =>
    createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage: storages[index % storages.length] ?? unopened(),
      payments: { processor: payments },
      machines: { host: machines },
      model: scriptedModel({ answers: [spend, "Done."] }),
      budget: { startingCapitalUsd: 1_000 },
    }),
  );
  const [treasury = unopened()] = treasuries;
  return {
    checkouts,
    treasury,
    machines: async () => (await machines.list()).length,
    epoch: async () => {
      const [snapshot] = (await storages[0]?.load([{ workspaceId: "demo", keys: [] }])) ?? [];
      return snapshot?.head?.epoch ?? 0;
    },
    send: async (path, body, key) => {
      const responses = await Promise.all(
        Array.from({ length: callers }, (_, caller) =>
          (treasuries[caller % processes] ?? treasury).handler(requestOf(path, body, key)),
        ),
      );
      const answers: unknown[] = [];
      const refusals: string[] = [];
      for (const response of responses) {
        const answer: unknown = await response.json();
        if (response.ok) answers.push(answer);
        else refusals.push((answer as ErrorBody).code);
      }
      return { answers, refusals };
    },
    close: async () => {
      await Promise.all(treasuries.map((each) => each.close()));
    },
  };
}

function requestOf(path: string, body: object, key: string): Request {
  return new Request(`${baseUrl}/api/service${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
}

function unopened(): never {
  throw new Error("A race needs a storage.");
}
