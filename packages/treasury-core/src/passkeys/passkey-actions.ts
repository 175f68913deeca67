import type { ActionType, Administration } from "../treasury/administration/action-type.ts";
import { passkeysNotConnected } from "./passkeys-not-connected.ts";

const notConnected: ActionType = {
  apply: () => {
    throw passkeysNotConnected();
  },
  details: (payload) => payload,
};

export const passkeyActions: Pick<Administration["types"], "invite_passkey" | "remove_passkey"> = {
  invite_passkey: notConnected,
  remove_passkey: notConnected,
};
