import { passkeys } from "@agent-treasury/passkeys";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { Page } from "browser-for-tests";
import { onTestFinished } from "vitest";
import { baseUrl } from "../opened-component.fixture.ts";

export interface PasskeyTreasury extends Treasury {
  /**
   * Whether challenges let the device skip the check of the person, as a page under control of an
   * attacker would ask for.
   */
  skipsVerification: boolean;
}

/** A treasury that accepts passkeys of the page, whose caller is Ada. */
export function passkeyTreasury(): PasskeyTreasury {
  const treasury = createTreasury({
    baseUrl,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    passkeys: passkeys({ rpId: "localhost", rpName: "Tests", origins: [baseUrl] }),
    authenticate: () => ({ name: "Ada" }),
  });
  onTestFinished(() => treasury.close());
  const opened: PasskeyTreasury = {
    ...treasury,
    skipsVerification: false,
    handler: async (request) => {
      const response = await treasury.handler(request);
      if (!opened.skipsVerification || !request.url.endsWith("/passkey-challenges")) {
        return response;
      }
      const text = (await response.text()).replace('"required"', '"discouraged"');
      return new Response(text || null, response);
    },
  };
  return opened;
}

/** A device that asks its person without a dialog. */
export interface VirtualDevice {
  /** Whether the person passes the device's check, for example of the fingerprint. */
  setVerified(isVerified: boolean): Promise<void>;
}

/** Adds a virtual authenticator to a page's browser. */
export async function addDevice(page: Page): Promise<VirtualDevice> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}
