import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { push } from "@agent-treasury/approvals-push";
import { serviceWorker } from "@agent-treasury/approvals-push/page";
import { passkeys } from "@agent-treasury/passkeys";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import type { Page } from "browser-for-tests";
import { type PushService, type StandInBrowser, openPushService } from "push-for-tests";
import { onTestFinished } from "vitest";
import type { BuiltPages } from "../built-pages.fixture.ts";
import { documentOf } from "../opened-component.fixture.ts";

export const workspaceId = "demo";

/** The page, its service and a push service, on ports of this machine. */
export interface PhoneWorld {
  readonly origin: string;
  readonly treasury: Treasury;
  readonly pushes: PushService;
}

/** A treasury that asks for passkeys, whose caller is Ada, with the page that people install. */
export async function openPhoneWorld(pages: BuiltPages): Promise<PhoneWorld> {
  const pushes = await openPushService();
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const treasury = createTreasury({
    baseUrl: origin,
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    passkeys: passkeys({ rpId: "localhost", rpName: "Tests", origins: [origin] }),
    authenticate: () => ({ name: "Ada" }),
    authorizePlugins: () => true,
    plugins: [push({ key: btoa("k".repeat(32)), contact: "mailto:treasury@example.com" })],
    outbound: pushes.fetch,
    recoverySeconds: false,
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await treasury.close();
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerTo(request);
    const headers = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers).end(await answer.text());
  };
  const answerTo = async (request: IncomingMessage): Promise<Response> => {
    const { url = "/", method = "GET", headers } = request;
    const { pathname } = new URL(url, origin);
    if (pathname === "/worker.js") return serviceWorker();
    if (pathname === "/script.js") return file("text/javascript", pages.script);
    if (pathname === "/styles.css") return file("text/css", pages.styles);
    if (!pathname.startsWith("/api/service/")) {
      return file("text/html", documentOf(name, pages.render(name)));
    }
    const sent = Object.entries(headers).filter(([, value]) => typeof value === "string");
    return treasury.handler(
      new Request(new URL(url, origin), {
        method,
        headers: Object.fromEntries(sent) as Record<string, string>,
        ...(method === "POST" && { body: await text(request) }),
      }),
    );
  };
  return { origin, treasury, pushes };
}

const name = "CommandCentreOnPhone@Ada";

function file(type: string, body: string): Response {
  return new Response(body, { headers: { "content-type": `${type}; charset=utf-8` } });
}

/** The phone's own part: what its system shows, and how it receives what the push service has. */
export interface Phone {
  readonly subscribed: readonly StandInBrowser[];
  /** Delivers a push to the worker. Returns the notification that it shows. */
  receive(content: string): Promise<unknown>;
  /** Presses the notification. Returns the address that opens. */
  press(): Promise<string>;
}

/**
 * Connects a page with the push service of a test. The Chromium of the tests has neither a push
 * service nor notifications: its `PushManager`, the permission and the display are replaced.
 */
export async function standInPhone(page: Page, { origin, pushes }: PhoneWorld): Promise<Phone> {
  const subscribed: StandInBrowser[] = [];
  await page.exposeFunction("subscribeAtPushService", (publicKey: string) => {
    const browser = pushes.subscribe(publicKey);
    subscribed.push(browser);
    return browser.subscription;
  });
  await page.addInitScript(replacePushManager);
  const session = await page.context().newCDPSession(page);
  let registrationId: string | undefined;
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registrationId = registrations.at(-1)?.registrationId ?? registrationId;
  });
  await session.send("ServiceWorker.enable");
  const worker = () => {
    const [found] = page.context().serviceWorkers();
    if (found === undefined) throw new Error("The page has no service worker.");
    return found;
  };
  return {
    subscribed,
    receive: async (data) => {
      const shown = worker().evaluate<unknown>(`new Promise((resolve) => {
        ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
          self.shown = { title, ...options };
          resolve(self.shown);
        };
      })`);
      // The evaluation began before the delivery.
      await worker().evaluate("0");
      await session.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId: registrationId ?? "",
        data,
      });
      return shown;
    },
    press: () =>
      worker().evaluate<string>(`new Promise((resolve) => {
        Clients.prototype.openWindow = async (url) => resolve(url);
        const press = new ExtendableEvent("notificationclick");
        press.notification = { data: self.shown.data, close() {} };
        self.dispatchEvent(press);
      })`),
  };
}

const replacePushManager = `
  let current = null;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const sent = await subscribeAtPushService(applicationServerKey);
    current = { endpoint: sent.endpoint, toJSON: () => sent };
    return current;
  };
`;
