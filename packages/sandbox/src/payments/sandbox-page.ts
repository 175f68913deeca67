import { Micros } from "@agent-treasury/provider";
import type { SandboxSession } from "./sandbox-session.ts";

export interface CheckoutPageContent {
  readonly session: SandboxSession;
  /** The page's own path, the base of its forms' actions. */
  readonly address: string;
  /** The link's target once the checkout is paid. */
  readonly successUrl: string;
  /** The page that began the deposit. */
  readonly home: string;
}

const checkout = {
  title: "Sandbox checkout",
  note: "Test money: no card is charged. This page is a stand-in for a payment processor.",
};

const style = `
:root { color-scheme: light dark; --page: #f6f6f3; --paper: #ffffff; --ink: #16191a; --soft: #585f5c; --edge: #e3e3dd; --line: #85898a; --accent: #0d6b50; --onAccent: #ffffff; --accentSoft: #e3f2ec; }
@media (prefers-color-scheme: dark) { :root { --page: #0e1011; --paper: #16191a; --ink: #eceeed; --soft: #a3aba8; --edge: #272c2e; --line: #6d7577; --accent: #57cfa6; --onAccent: #04231a; --accentSoft: #12291f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; grid-template-columns: minmax(0, 1fr); gap: 0.875rem; padding: 1.5rem; font: 0.9375rem/1.55 "Inter Variable", Inter, system-ui, sans-serif; -webkit-font-smoothing: antialiased; color: var(--ink); background: var(--page); }
main { width: min(26rem, 100%); padding: 1.75rem; background: var(--paper); border: 1px solid var(--edge); border-radius: 0.75rem; box-shadow: 0 1px 2px rgb(0 0 0 / 8%); }
nav { display: flex; align-items: center; justify-content: space-between; gap: 1rem; width: min(26rem, 100%); font-size: 0.875rem; }
nav span { display: flex; align-items: center; gap: 0.625rem; font-weight: 600; letter-spacing: -0.011em; }
nav svg { flex: none; }
h1 { margin: 0 0 0.5rem; font-size: 1.0625rem; font-weight: 600; letter-spacing: -0.011em; line-height: 1.3; }
p { margin: 0; color: var(--soft); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 1.25rem 0 1.5rem; padding: 0.75rem 0; border-block: 1px solid var(--edge); }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
ul { list-style: none; margin: 1.25rem 0 -0.75rem; padding: 0; border-top: 1px solid var(--edge); }
li { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.75rem 0; }
li + li { border-top: 1px solid var(--edge); }
li form { flex: none; }
li strong { display: block; font-weight: 600; font-variant-numeric: tabular-nums; }
li small { display: block; font-size: 0.8125rem; color: var(--soft); overflow-wrap: anywhere; }
li button { min-height: 2.25rem; padding: 0.25rem 0.875rem; font-size: 0.875rem; }
.badge { flex: none; padding: 0.125rem 0.625rem; font-size: 0.8125rem; font-weight: 550; color: var(--accent); background: var(--accentSoft); border-radius: 1rem; }
.empty { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--edge); }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; }
form { flex: 1 1 auto; display: grid; }
button { width: 100%; min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 600; border-radius: 0.5rem; border: 1px solid var(--line); color: var(--ink); background: transparent; cursor: pointer; }
button.pay { border-color: var(--accent); background: var(--accent); color: var(--onAccent); }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const mark = `<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="8" fill="var(--accent)"/><path d="M9 11.5h14M9 16.5h14M9 21.5h7" stroke="var(--onAccent)" stroke-width="2.4" stroke-linecap="round"/><circle cx="21.6" cy="21.5" r="2.3" fill="var(--onAccent)"/></svg>`;

export interface SandboxPageFrame {
  readonly title: string;
  /** The address of the treasury's page. */
  readonly home: string;
  /** States that the page is a stand-in. */
  readonly note: string;
}

/** The page of one checkout with its pay and cancel buttons. */
export function checkoutPage(content: CheckoutPageContent): string {
  const { session, home } = content;
  return framedPage(
    { ...checkout, home },
    `
<dl>
<dt>Amount</dt><dd>${escapeHtml(Micros.formatUsd(Micros.of(session.amount)))} of test money</dd>
<dt>Workspace</dt><dd>${escapeHtml(session.workspaceId)}</dd>
</dl>
${session.paidAt === null ? forms(content.address) : alreadyPaid(content.successUrl)}`,
  );
}

/** A page with only a message, for example for an unknown checkout. */
export function messagePage(
  message: string,
  frame: Pick<SandboxPageFrame, "home"> & Partial<SandboxPageFrame>,
): string {
  return framedPage({ ...checkout, ...frame }, `\n<p role="alert">${escapeHtml(message)}</p>`);
}

function forms(address: string): string {
  const form = (action: string, label: string): string =>
    `<form method="post" action="${escapeHtml(`${address}/${action}`)}"><button class="${action}">${label}</button></form>`;
  return `<div class="actions">\n${form("pay", "Pay with test money")}\n${form("cancel", "Cancel")}\n</div>`;
}

function alreadyPaid(successUrl: string): string {
  return `<p>This checkout is paid. <a href="${escapeHtml(successUrl)}">Return from the checkout</a></p>`;
}

/** A page with the sandbox's style. `body` is HTML. */
export function framedPage({ title, note, home }: SandboxPageFrame, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<nav>
<span>${mark}Agent Treasury</span>
<a href="${escapeHtml(home)}">Back to the treasury</a>
</nav>
<main>
<h1>${title}</h1>
<p>${note}</p>${body}
</main>
</body>
</html>
`;
}

export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
