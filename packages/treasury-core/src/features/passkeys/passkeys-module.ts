import type { PasskeyList } from "@agent-treasury/contract";
import { decidingOperator } from "../../http/access.ts";
import type { CoreModule } from "../../http/core-module.ts";
import type { Engine } from "../../kernel/engine.ts";
import { unchanged } from "../../kernel/ledger/command.ts";
import { createChallenge } from "./create-challenge.ts";
import { invitePasskey } from "./invite-passkey.ts";
import { passkeyIndexIn, recordsOf } from "./passkey-index.ts";
import { passkeyToWire } from "./passkey-record.ts";
import { beginPasskey, registerPasskey } from "./register-passkey.ts";
import { removePasskey } from "./remove-passkey.ts";

export function passkeysModule(engine: Engine): CoreModule {
  return {
    routes: {
      listPasskeys: { run: ({ workspaceId }) => listPasskeys(engine, workspaceId) },
      invitePasskey: {
        run: (input, { operator }) => invitePasskey(engine, input, decidingOperator(operator)),
      },
      beginPasskey: {
        run: (input, { operator }) => beginPasskey(engine, input, decidingOperator(operator)),
      },
      registerPasskey: {
        run: (input, { operator }) => registerPasskey(engine, input, decidingOperator(operator)),
      },
      challengePasskey: {
        run: (input, { operator }) => createChallenge(engine, input, decidingOperator(operator)),
      },
      removePasskey: {
        run: (input, { operator }) => removePasskey(engine, input, decidingOperator(operator)),
      },
    },
  };
}

function listPasskeys({ committer }: Engine, workspaceId: string): Promise<PasskeyList> {
  return committer.preview(workspaceId, {
    name: "list_passkeys",
    reduce: (ledger) => {
      const ids = passkeyIndexIn(ledger).passkeys.map(([id]) => id);
      const passkeys = recordsOf(ledger, ids).map((one) => passkeyToWire(workspaceId, one));
      return unchanged({ passkeys });
    },
  });
}
