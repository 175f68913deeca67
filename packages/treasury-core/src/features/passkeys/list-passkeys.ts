import type { PasskeyList } from "@agent-treasury/contract";
import type { Engine } from "../../kernel/engine.ts";
import { passkeyIndexIn, recordsOf } from "./passkey-index.ts";
import { passkeyToWire } from "./passkey-record.ts";

export function listPasskeys({ committer }: Engine, workspaceId: string): Promise<PasskeyList> {
  return committer.preview(workspaceId, {
    name: "list_passkeys",
    reads: [],
    reduce: (ledger) => {
      const ids = passkeyIndexIn(ledger).passkeys.map(([id]) => id);
      const passkeys = recordsOf(ledger, ids).map((one) => passkeyToWire(workspaceId, one));
      return { kind: "unchanged", answer: { passkeys } };
    },
  });
}
