import type { Books, Tip } from "./books.ts";
import type { Changes } from "./command.ts";

/**
 * What must be so before any command is decided: the day has rolled, what expired is recorded. Null
 * when there is nothing to do. Changes of a tip alone are derived again whenever they matter, and are
 * no reason for a commit.
 */
export type Housekeeping = (books: Books, now: number) => Changes | null;

/** Where a workspace stands before its first commit, at `now`. */
export type Opening = (workspaceId: string, now: number) => Tip;
