import { afterCommits } from "./after-commits.ts";
import type { ReceivedEvent } from "./emitter-task.ts";
import {
  deferredFetch,
  maintenances,
  type NoticeKillPoint,
  type NotifierTask,
  notifyingTreasury,
  observedFetch,
} from "./notifier-task.ts";
import { leave, ownTask, readyToGo } from "./own-task.ts";

const task = ownTask() as NotifierTask;

function killAt(point: NoticeKillPoint): void {
  if (task.killAt === point) process.kill(process.pid, "SIGKILL");
}

await readyToGo();
const sent = observedFetch(
  task.pushService,
  () => killAt("pushing"),
  () => killAt("pushed"),
);
const deferred = task.recordsFirst === true ? deferredFetch(sent) : null;
const treasury = notifyingTreasury({
  store: task.store,
  aheadMs: task.aheadMs,
  observed: (storage) =>
    afterCommits(storage, ({ create }) => {
      const events = JSON.stringify(create.filter(({ kind }) => kind === "event"));
      if (events.includes("proposalCreated")) killAt("requested");
      if (events.includes("proposalReminder")) killAt("reminded");
    }),
  outbound: deferred?.outbound ?? sent,
  sendMail: async ({ messageId, text }) => {
    killAt("mailing");
    const [, proposalId = null] = /proposal=([\w-]+)/.exec(text) ?? [];
    const noted: ReceivedEvent = {
      id: messageId,
      kind: "mail",
      workspaceId: task.workspaceId,
      proposalId,
    };
    const answer = await fetch(task.mails, { method: "POST", body: JSON.stringify(noted) });
    if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`);
    killAt("mailed");
  },
});
if (task.killAt !== null) {
  const { workspaceId, name } = task;
  const propose = (purpose: string) =>
    treasury.propose({ workspaceId, amountUsd: 20, vendor: "Acme", purpose: `${purpose} ${name}` });
  const { proposal } = await propose("paper that is approved");
  const approval = { proposalId: proposal.id, decision: "approve", operator: "Ada" } as const;
  await treasury.decide({ workspaceId, ...approval });
  await propose("paper that waits");
}
for (let count = 0; count < maintenances; count += 1) {
  await treasury.recover();
  await deferred?.flush();
}
await treasury.close();
leave();
