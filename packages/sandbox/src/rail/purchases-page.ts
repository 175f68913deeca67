import { Micros } from "@agent-treasury/provider";
import { escapeHtml, framedPage, messagePage } from "../payments/sandbox-page.ts";
import type { SandboxPurchase } from "./sandbox-purchases.ts";

const frame = {
  title: "Sandbox purchases",
  note: "Test money: nothing was paid. This page is a stand-in for the sellers, who may send a payment back.",
};

/** The payments of the treasury on the sandbox's chain, each with a button that refunds it. */
export function purchasesPage(purchases: readonly SandboxPurchase[], path: string): string {
  if (purchases.length === 0)
    return framedPage(frame, "\n<p>The treasury has bought nothing yet.</p>");
  const items = purchases.map((purchase) => itemOf(purchase, path)).join("\n");
  return framedPage(frame, `\n<ul>\n${items}\n</ul>`);
}

export function purchasesMessage(message: string): string {
  return messagePage(message, frame);
}

function itemOf(
  { captureId, payTo, amount, at, isRefunded }: SandboxPurchase,
  path: string,
): string {
  const price = `${Micros.format(amount)} USD`;
  const details = `${payTo}, ${new Date(at).toISOString()}`;
  const action = `${path}/${encodeURIComponent(captureId)}/refund`;
  const end = isRefunded
    ? "<span>Refunded</span>"
    : `<form method="post" action="${escapeHtml(action)}"><button>Refund</button></form>`;
  return `<li><div>${escapeHtml(price)}<small>${escapeHtml(details)}</small></div>${end}</li>`;
}
