import type { Feature } from "../../kernel/feature.ts";
import { actionDocuments } from "./action-record.ts";

export { actionDigest } from "./action-digest.ts";
export {
  actionFromDocs,
  actionKeys,
  actionKind,
  actionPayloadKind,
  type ActionRecord,
  actionToDoc,
} from "./action-record.ts";
export {
  actionIn,
  actionNotFound,
  type ActionView,
  decideAction,
  maximumPendingActions,
  startAction,
} from "./administer.ts";
export { listActions } from "./list-actions.ts";
export {
  actionToWire,
  decideOnAction,
  type NewAction,
  requireDone,
  runAction,
  startedAction,
} from "./run-action.ts";

/** Administrative changes, and the approvals that they need. Other features add types of actions. */
export const administrationFeature: Feature = {
  name: "administration",
  documents: actionDocuments,
};
