/**
 * What the page of a treasury needs in order to receive notifications.
 *
 * @module
 */

/**
 * Shows a notification for each push, and opens the spend on the page. The address is the worker's
 * own scope, so that a push cannot lead to another site.
 */
const source = `
const texts = {
  requested: "A spend needs your approval",
  reminder: "A spend still needs your approval",
  escalated: "A spend is overdue for approval",
};
const contentOf = ({ data }) => {
  try {
    return data.json();
  } catch {
    return {};
  }
};
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => {
  const { kind, workspaceId, proposalId } = contentOf(event);
  event.waitUntil(
    self.registration.showNotification(texts[kind] ?? texts.requested, {
      body: "Open it to approve or deny.",
      tag: [workspaceId, proposalId].join("/"),
      renotify: true,
      data: { workspaceId, proposalId },
    }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(self.registration.scope);
  const { workspaceId, proposalId } = event.notification.data ?? {};
  if (typeof workspaceId === "string") page.searchParams.set("workspace", workspaceId);
  if (typeof proposalId === "string") page.searchParams.set("proposal", proposalId);
  event.waitUntil(self.clients.openWindow(page.href));
});
`;

/**
 * Returns the service worker. Serve it beside the page that the links of approvals open, because it
 * opens this folder.
 *
 * @example
 * // app/treasury-worker.js/route.ts of a Next app
 * export const GET = () => serviceWorker();
 */
export function serviceWorker(): Response {
  return new Response(source, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    },
  });
}
