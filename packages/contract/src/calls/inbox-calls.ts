import type { Inbox, InboxRequest, WorkspaceList, WorkspaceListRequest } from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

/** Pages over all workspaces that the caller may read. Continue with the `cursor` of a page. */
export interface InboxCalls<By extends CallTerms> {
  /** Reads a page of what needs approval: `GET /treasury/inbox`. */
  inbox(page?: InboxRequest, ...call: By["options"]): Promise<Inbox>;
  /** Lists a page of the workspaces that exist: `GET /treasury/workspaces`. */
  workspaces(page?: WorkspaceListRequest, ...call: By["options"]): Promise<WorkspaceList>;
}
