import type { ActionListRequest, ActionPage } from "@agent-treasury/contract";
import type { Doc, DocPage, Storage } from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../kernel/engine.ts";
import { unchanged } from "../../kernel/ledger/command.ts";
import {
  firstOf,
  type ListedDocs,
  placeOf,
  placeText,
  readPlace,
  viewDocs,
} from "../../kernel/views/doc-page.ts";
import {
  type ActionBody,
  actionFromDocs,
  actionKey,
  actionKeys,
  actionKind,
} from "./action-record.ts";
import { viewOf } from "./administer.ts";
import { actionToWire } from "./run-action.ts";

const mostReads = 10;

type Status = ActionListRequest["status"];
type Place = DocPage["before"];

export interface ActionQuestion {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: Status;
}

/** Returns actions of all epochs, newest first. */
export async function listActions(
  { storage, committer, administration }: Engine,
  workspaceId: string,
  { cursor, limit, status }: ActionQuestion,
): Promise<ActionPage> {
  const before = cursor === undefined ? null : readPlace(cursor);
  const page = await findActions(storage, workspaceId, before, limit, status);
  const views = await committer.preview(workspaceId, {
    name: "read_administrative_actions",
    reads: page.docs.flatMap(({ id }) => actionKeys(id)),
    reduce: (ledger) => {
      const answer = page.docs.map((doc) => {
        const [, payload] = actionKeys(doc.id).map((key) => ledger.doc(key));
        const action = actionFromDocs(ledger.doc(actionKey(doc.id)) ?? doc, payload);
        return viewOf(ledger, action, administration);
      });
      return unchanged(answer);
    },
  });
  return {
    actions: views.map((view) => actionToWire({ administration }, workspaceId, view)),
    cursor: page.cursor,
  };
}

/** Reads further pages until enough actions have the status, within a bound. */
async function findActions(
  storage: Storage,
  workspaceId: string,
  from: Place,
  limit: number,
  status: Status,
): Promise<ListedDocs> {
  const found: Doc[] = [];
  let before = from;
  for (let read = 1; ; read += 1) {
    const asked = { kind: actionKind, before, limit: limit + 1 };
    const { docs, open } = await viewDocs(storage, workspaceId, asked);
    // Pending ones are open, so that they need no search.
    if (status === "pending") return firstOf(pendingIn(open, before), limit);
    const page = docs.slice(0, limit);
    found.push(...page.filter((doc) => status === undefined || statusOf(doc) === status));
    const hasMore = docs.length > limit;
    if (!hasMore || found.length >= limit || read === mostReads) {
      const rest = firstOf(found, limit);
      return rest.cursor !== null || !hasMore ? rest : { ...rest, cursor: placeText(page.at(-1)) };
    }
    const last = page.at(-1);
    before = last === undefined ? before : placeOf(last);
  }
}

function pendingIn(open: readonly Doc[], before: Place): Doc[] {
  const isBefore = ({ epoch, ordinal }: Doc): boolean =>
    before === null ||
    epoch < before.epoch ||
    (epoch === before.epoch && (ordinal ?? 0n) < before.ordinal);
  return open
    .filter((doc) => doc.kind === actionKind && isBefore(doc))
    .toSorted(
      (left, right) =>
        right.epoch - left.epoch || ((left.ordinal ?? 0n) < (right.ordinal ?? 0n) ? 1 : -1),
    );
}

function statusOf({ body }: Doc): ActionBody["status"] {
  return fromStored<ActionBody>(body).status;
}
