import { passkeysNotConnected } from "../../passkeys/passkeys-not-connected.ts";
import type { CoreModule } from "../core-module.ts";

export function passkeysModule(): CoreModule {
  const notConnected = () => Promise.reject(passkeysNotConnected());
  return {
    routes: {
      listPasskeys: { run: () => Promise.resolve({ passkeys: [] }) },
      invitePasskey: { run: notConnected },
      beginPasskey: { run: notConnected },
      registerPasskey: { run: notConnected },
      challengePasskey: { run: notConnected },
      removePasskey: { run: notConnected },
    },
  };
}
