import { Micros } from "@agent-treasury/provider";
import { escapeHtml, framedPage, messagePage } from "../payments/sandbox-page.ts";
import type { SandboxPurchase } from "./sandbox-purchases.ts";

const frame = {
  title: "Sandbox purchases",
  note: "Test money: nothing was paid. This page is a stand-in for the sellers, who may send a payment back.",
};

/** The payments of the treasury on the sandbox's chain, each with a button that refunds it. */
export function purchasesPage(
  purchases: readonly SandboxPurchase[],
  path: string,
  home: string,
): string {
  const framed = { ...frame, home };
  if (purchases.length === 0) {
    return framedPage(framed, '\n<p class="empty">The treasury has bought nothing yet.</p>');
  }
  const items = purchases.map((purchase) => itemOf(purchase, path)).join("\n");
  return framedPage(framed, `\n<ul>\n${items}\n</ul>`);
}

export function purchasesMessage(message: string, home: string): string {
  return messagePage(message, { ...frame, home });
}

function itemOf(
  { captureId, payTo, amount, at, isRefunded }: SandboxPurchase,
  path: string,
): string {
  const price = Micros.formatUsd(amount);
  const paidAt = new Date(at).toISOString();
  const when = `<time datetime="${paidAt}">${escapeHtml(inWords.format(at))} UTC</time>`;
  const action = `${path}/${encodeURIComponent(captureId)}/refund`;
  const label = escapeHtml(`Refund ${price} from ${payTo}`);
  const end = isRefunded
    ? '<span class="badge">Refunded</span>'
    : `<form method="post" action="${escapeHtml(action)}"><button aria-label="${label}">Refund</button></form>`;
  return `<li><div><strong>${escapeHtml(price)}</strong><small>${escapeHtml(payTo)}</small><small>${when}</small></div>${end}</li>`;
}

const inWords = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
