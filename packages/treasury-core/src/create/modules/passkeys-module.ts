import { decidingOperator } from "../../http/access.ts";
import { parseInput } from "../../http/read-input.ts";
import { createChallenge } from "../../passkeys/create-challenge.ts";
import { invitePasskey } from "../../passkeys/invite-passkey.ts";
import { listPasskeys } from "../../passkeys/list-passkeys.ts";
import { beginPasskey, registerPasskey } from "../../passkeys/register-passkey.ts";
import { removePasskey } from "../../passkeys/remove-passkey.ts";
import type { Engine } from "../../treasury/engine.ts";
import type { ModuleWith } from "../core-module.ts";
import { vouchedFor } from "./in-process-input.ts";

export function passkeysModule(engine: Engine): ModuleWith<"passkeys"> {
  return {
    routes: {
      listPasskeys: { run: ({ workspaceId }) => listPasskeys(engine, workspaceId) },
      invitePasskey: {
        run: (input, { operator }) =>
          invitePasskey(engine, input, decidingOperator(operator, undefined)),
      },
      beginPasskey: {
        run: (input, { operator }) =>
          beginPasskey(engine, input, decidingOperator(operator, undefined)),
      },
      registerPasskey: {
        run: (input, { operator }) =>
          registerPasskey(engine, input, decidingOperator(operator, undefined)),
      },
      challengePasskey: {
        run: (input, { operator }) =>
          createChallenge(engine, input, decidingOperator(operator, undefined)),
      },
      removePasskey: {
        run: (input, { operator }) =>
          removePasskey(engine, input, decidingOperator(operator, undefined)),
      },
    },
    methods: {
      passkeys: {
        list: async (request) =>
          listPasskeys(engine, parseInput("listPasskeys", request ?? {}).workspaceId),
        invite: async ({ operator, ...request }) =>
          invitePasskey(engine, parseInput("invitePasskey", request), vouchedFor(operator)),
        remove: async ({ operator, ...request }) =>
          removePasskey(engine, parseInput("removePasskey", request), vouchedFor(operator)),
      },
    },
  };
}
