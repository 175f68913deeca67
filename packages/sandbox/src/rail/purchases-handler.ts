import { isTreasuryError } from "@agent-treasury/provider";
import { checkOptions } from "@agent-treasury/provider/helpers";
import { htmlResponse } from "../payments/html-response.ts";
import { purchasesMessage, purchasesPage } from "./purchases-page.ts";
import type { SandboxRefund } from "./sandbox-purchases.ts";
import type { SandboxRail } from "./sandbox-rail.ts";

export interface SandboxPurchasesOptions {
  /** The public address of the page, for example `http://localhost:3000`. */
  readonly baseUrl: string;
  readonly rail: Pick<SandboxRail, "purchases" | "refund">;
  /** Records a refund, for example by `recordSpendNotice` of the treasury. */
  onRefund(refund: SandboxRefund): Promise<unknown>;
}

const pagePath = "/sandbox/purchases";

/**
 * The web-standard handler of a page on which the sandbox's sellers refund purchases. It returns
 * `null` for other paths.
 *
 * @example sandboxPurchases({ baseUrl, rail, onRefund: async (refund) => console.log(refund) });
 */
export function sandboxPurchases(
  options: SandboxPurchasesOptions,
): (request: Request) => Promise<Response | null> {
  checkOptions("sandboxPurchases", options, { baseUrl: true, rail: true, onRefund: true });
  const { baseUrl, rail, onRefund } = options;
  const base = new URL(baseUrl);
  // oxlint-disable-next-line treasury/linear-patterns -- An address of the settings.
  const appPath = base.pathname.replace(/\/+$/, "");
  const address = `${appPath}${pagePath}`;
  const home = `${appPath}/`;

  const refund = async (request: Request, captureId: string): Promise<Response> => {
    if (request.method !== "POST")
      return htmlResponse(405, purchasesMessage("Only POST is allowed.", home));
    const sentFrom = request.headers.get("origin");
    if (sentFrom !== null && sentFrom !== base.origin) {
      return htmlResponse(
        403,
        purchasesMessage(`This form may only be sent from ${base.origin}.`, home),
      );
    }
    await onRefund(await rail.refund(captureId));
    const headers = { location: `${base.origin}${address}`, "cache-control": "no-store" };
    return new Response(null, { status: 303, headers });
  };

  return async (request) => {
    const { pathname } = new URL(request.url);
    // Next omits the path of the app from the requests that it passes on.
    const found = [address, pagePath].find((path) => `${pathname}/`.startsWith(`${path}/`));
    if (found === undefined) return null;
    const [captureId = "", action, ...more] = pathname.slice(found.length + 1).split("/");
    try {
      if (captureId === "")
        return htmlResponse(200, purchasesPage(await rail.purchases(), address, home));
      if (action === "refund" && more.length === 0) {
        return await refund(request, decodeURIComponent(captureId));
      }
      return htmlResponse(404, purchasesMessage("There is no such page.", home));
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
      return htmlResponse(409, purchasesMessage(error.message, home));
    }
  };
}
