import type { Doc, Storage } from "@agent-treasury/provider";
import { openPushService } from "push-for-tests";
import { describe, expect, it } from "vitest";
import { hangMs, isLong, printCounts } from "./long.ts";
import {
  type NoticeKillPoint,
  noticeKillPoints,
  type NotifierTask,
  notifyingTreasury,
  stepMs,
} from "./processes/notifier-task.ts";
import { openReceiver } from "./processes/receiver.ts";
import { runProcess, type TestProcess } from "./processes/run-process.ts";
import { openStore, type StoreAddress } from "./stores/store.ts";
import { testDirectory } from "./stores/test-directory.ts";
import { testPostgres } from "./stores/test-postgres.ts";

const pathOf = testDirectory();
const postgres = testPostgres();
const workspaceId = "acme";
const rounds = isLong ? 20 : 1;

const stores: readonly [string, () => StoreAddress][] = [
  ["SQLite", () => ({ kind: "sqlite", path: pathOf(`${crypto.randomUUID()}.db`) })],
  ["PostgreSQL", () => postgres.newStore()],
];

interface Spend {
  readonly id: string;
  readonly status: string;
}

describe("processes that are killed between a spend, its push and the mail if no decision follows", () => {
  it.concurrent.each(stores)(
    "lose no notice of %s, and no notice decides",
    async (name, newStore) => {
      const store = newStore();
      const service = await openPushService();
      // The first mails are refused, or received without an answer.
      const answers = ["refused", "received, but no answer"] as const;
      let mailsAnswered = 0;
      const mails = await openReceiver(() => answers[mailsAnswered++] ?? "received");
      const browsers = await subscribe(store, service);
      const task = { store, workspaceId, pushService: service.reached, mails: mails.url };
      const kills: NoticeKillPoint[] = [];
      let lives = 0;
      const live = async (killAt: NoticeKillPoint | null) => {
        lives += 1;
        const named: NotifierTask = { ...task, name: `${lives}`, killAt, aheadMs: lives * stepMs };
        return lifeOf(named);
      };
      for (let round = 0; round < rounds; round += 1) {
        for (const killAt of noticeKillPoints) {
          expect([killAt, (await live(killAt)).signal]).toEqual([killAt, "SIGKILL"]);
          kills.push(killAt);
        }
      }
      const storage = openStore(store);
      const before = await spendsIn(storage);
      const waiting = before.filter(({ status }) => status === "pending").map(({ id }) => id);
      const approved = before.filter(({ status }) => status === "executed").map(({ id }) => id);

      const pushesOf = (kind: string): string[] =>
        service.received.flatMap(({ path, text }) => {
          const push = JSON.parse(text) as { readonly kind: string; readonly proposalId: string };
          return push.kind === kind ? [`${path} ${push.proposalId}`] : [];
        });
      const mailed = () => mails.received.map(({ proposalId }) => proposalId);
      const missing = (): readonly string[] => [
        ...waiting.filter((id) => !mailed().includes(id)),
        ...["requested", "reminder"].flatMap((kind) => {
          const pushed = new Set(pushesOf(kind));
          return waiting.flatMap((id) =>
            browsers.map((path) => `${path} ${id}`).filter((push) => !pushed.has(push)),
          );
        }),
      ];
      // Each later one attempts again what failed before.
      for (let more = 0; more < 10 && missing().length > 0; more += 1) {
        expect((await live(null)).exitCode).toBe(0);
      }
      expect(missing()).toEqual([]);

      expect(await spendsIn(storage)).toEqual(before);
      expect(before.map(({ status }) => status)).toEqual(
        expect.arrayContaining(["pending", "executed"]),
      );
      expect(waiting.length + approved.length).toBe(before.length);
      // A spend that a person decided in time has no mail and no reminder.
      const late = [...mailed(), ...pushesOf("reminder").map((push) => push.split(" ")[1])];
      expect(late.filter((id) => approved.includes(id ?? ""))).toEqual([]);
      expect(late.filter((id) => !waiting.includes(id ?? ""))).toEqual([]);
      const twice = mailed().length - new Set(mailed()).size;
      expect(twice).toBeGreaterThan(0);
      printCounts(name, {
        kills: kills.length,
        waiting: waiting.length,
        approved: approved.length,
        pushes: service.received.length,
        mails: mailed().length,
        twice,
      });
      await storage.close();
      await mails.close();
    },
    hangMs,
  );

  it.each([
    ["loses", true],
    ["keeps", false],
  ])(
    "whose process %s a push if its delivery is recorded first: %s",
    async (_, recordsFirst) => {
      const store: StoreAddress = { kind: "sqlite", path: pathOf(`first-${recordsFirst}.db`) };
      const service = await openPushService();
      const mails = await openReceiver(() => "received");
      const browsers = await subscribe(store, service);
      const pushService = service.reached;
      const task = { store, workspaceId, pushService, mails: mails.url, recordsFirst };
      const killed = await lifeOf({ ...task, name: "killed", killAt: "pushing", aheadMs: 0 });
      expect(killed.signal).toBe("SIGKILL");
      const later = await lifeOf({ ...task, name: "later", killAt: null, aheadMs: stepMs });
      expect(later.exitCode).toBe(0);
      const requested = service.received.filter(({ text }) => text.includes('"requested"'));
      expect(requested.map(({ path }) => path).toSorted()).toEqual(
        recordsFirst ? [] : browsers.toSorted(),
      );
      await mails.close();
    },
    hangMs,
  );
});

/** Runs a process to its end. */
async function lifeOf(task: NotifierTask): Promise<Awaited<TestProcess["ended"]>> {
  const life = runProcess("notifier", task);
  await life.ready;
  life.go();
  return life.ended;
}

type Service = Awaited<ReturnType<typeof openPushService>>;

/** Two browsers of Ada. Returns their addresses at the push service. */
async function subscribe(store: StoreAddress, service: Service): Promise<readonly string[]> {
  const treasury = notifyingTreasury({
    store,
    aheadMs: 0,
    outbound: service.fetch,
    sendMail: async () => {},
  });
  const url = `http://localhost:3000${treasury.basePath}/plugins/push/subscriptions`;
  const headers = { "content-type": "application/json" };
  const listed = await treasury.handler(new Request(`${url}?workspaceId=${workspaceId}`));
  const { publicKey } = (await listed.json()) as { readonly publicKey: string };
  const paths: string[] = [];
  for (const device of ["Phone", "Laptop"]) {
    const { subscription } = service.subscribe(publicKey);
    const body = JSON.stringify({ workspaceId, subscription, device });
    const added = await treasury.handler(new Request(url, { method: "POST", headers, body }));
    if (added.status !== 200) throw new Error(await added.text());
    paths.push(new URL(subscription.endpoint).pathname);
  }
  await treasury.close();
  return paths;
}

async function spendsIn(storage: Storage): Promise<readonly Spend[]> {
  const docs: Doc[] = [];
  for await (const part of storage.copy(workspaceId)) if (part.kind === "doc") docs.push(part.doc);
  return docs
    .filter(({ kind }) => kind === "proposal")
    .map(({ id, body }) => ({ id, status: (body as { readonly status: string }).status }));
}
