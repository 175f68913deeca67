import { isTreasuryError } from "@agent-treasury/provider";
import { htmlResponse } from "./html-response.ts";
import type { SandboxCheckouts } from "./sandbox-checkouts.ts";
import { checkoutPage, messagePage } from "./sandbox-page.ts";
import type { SandboxSession } from "./sandbox-session.ts";

export interface SandboxHandlerOptions {
  readonly checkouts: SandboxCheckouts;
  /** The page's own origin. Forms from another origin are rejected. */
  readonly origin: string;
  /**
   * The path of the app, without a trailing slash. Next omits it from the requests that it passes
   * on.
   */
  readonly appPath: string;
  /** The page's path in the app, without a trailing slash. */
  readonly path: string;
}

interface Target {
  readonly id: string;
  /** The form's action, or undefined for the page itself. */
  readonly action: string | undefined;
}

/** The web-standard handler of the sandbox's page. It returns `null` for other paths. */
export function sandboxHandler(
  options: SandboxHandlerOptions,
): (request: Request) => Promise<Response | null> {
  const { checkouts, origin, appPath, path } = options;
  const home = `${appPath}/`;

  const act = async (request: Request, session: SandboxSession, action: string) => {
    const sentFrom = request.headers.get("origin");
    if (sentFrom !== null && sentFrom !== origin) {
      return htmlResponse(403, messagePage(`This form may only be sent from ${origin}.`, { home }));
    }
    if (action === "cancel") return seeOther(session.cancelUrl);
    const paid = await checkouts.complete(session.id);
    return seeOther(successAddress(paid));
  };

  return async (request) => {
    const target = targetOf(request, appPath + path) ?? targetOf(request, path);
    if (target === undefined) return null;
    const session = await checkouts.find(target.id);
    if (session === undefined || !isAction(target.action)) {
      return htmlResponse(404, messagePage("There is no such checkout.", { home }));
    }
    const allowed = target.action === undefined ? ["GET", "HEAD"] : ["POST"];
    if (!allowed.includes(request.method)) {
      const wrong = htmlResponse(405, messagePage("This method is not allowed.", { home }));
      wrong.headers.set("allow", allowed.join(", "));
      return wrong;
    }
    if (checkouts.isExpired(session)) {
      return htmlResponse(
        410,
        messagePage("This checkout has expired. Start the deposit again.", {
          home: session.cancelUrl,
        }),
      );
    }
    if (target.action === undefined) return showCheckout(session, appPath + path);
    try {
      return await act(request, session, target.action);
    } catch (error) {
      if (!isTreasuryError(error)) throw error;
      return htmlResponse(410, messagePage(error.message, { home }));
    }
  };
}

function targetOf(request: Request, path: string): Target | undefined {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(`${path}/`)) return undefined;
  const [id = "", action, ...more] = pathname.slice(path.length + 1).split("/");
  return { id, action: more.length > 0 ? "" : action };
}

function isAction(action: string | undefined): boolean {
  return action === undefined || action === "pay" || action === "cancel";
}

function showCheckout(session: SandboxSession, path: string): Response {
  const successUrl = successAddress(session);
  return htmlResponse(
    200,
    checkoutPage({
      session,
      address: `${path}/${session.id}`,
      successUrl,
      home: session.paidAt === null ? session.cancelUrl : successUrl,
    }),
    [session.successUrl, session.cancelUrl],
  );
}

function successAddress(session: SandboxSession): string {
  return session.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

function seeOther(location: string): Response {
  const headers = { location: new URL(location).href, "cache-control": "no-store" };
  return new Response(null, { status: 303, headers });
}
