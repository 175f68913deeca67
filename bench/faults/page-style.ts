/** Both themes, and one card for each fault on a narrow screen. */
export const pageStyle = `
:root {
  --text: #1c2024; --soft: #60646c; --line: #d9d9e0; --back: #ffffff; --raised: #f9f9fb;
  --good: #18794e; --good-back: #e6f6eb; --bad: #c62a2f; --bad-back: #ffe9e9;
  --warn: #915930; --warn-back: #fff1d6; --own: #eef4ff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #edeef0; --soft: #b0b4ba; --line: #363a3f; --back: #111113; --raised: #18191b;
    --good: #3dd68c; --good-back: #132d21; --bad: #ff9592; --bad-back: #3b1219;
    --warn: #ffca16; --warn-back: #302008; --own: #0d2847;
  }
}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--back); font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 16px 12px 48px; }
section { max-width: 76ch; }
h1 { font-size: 22px; margin: 0; }
h2 { font-size: 16px; margin: 28px 0 6px; }
header p { margin: 4px 0 8px; color: var(--soft); }
a { color: inherit; }
code { font-size: 0.92em; overflow-wrap: anywhere; }
dt { font-weight: 600; margin-top: 12px; scroll-margin-top: 8px; }
dd { margin: 0; color: var(--soft); }
dd p { margin: 2px 0; }
.legend { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 10px; padding: 0; list-style: none; }
.legend li { padding: 1px 8px; border-radius: 4px; font-size: 12px; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 11px; line-height: 1.25; }
thead th { padding: 4px 3px; vertical-align: bottom; overflow-wrap: break-word; }
th { text-align: left; font-weight: 600; }
thead th:first-child { width: 132px; }
tbody th { padding: 2px 6px 2px 0; font-size: 12px; font-weight: 500; }
tbody th a { text-decoration: none; }
tbody th a:hover { text-decoration: underline; }
.group th { padding: 8px 0 3px; color: var(--soft); font-size: 11px; border-bottom: 1px solid var(--line); }
td { padding: 1px; height: 1px; }
.own { background: var(--own); }
button { width: 100%; height: 100%; min-height: 30px; padding: 2px 3px; border: 0; border-radius: 3px; font: inherit; cursor: pointer; }
button:hover, button:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }
.held { color: var(--good); background: var(--good-back); }
.paid-twice, .cap-passed, .approval-forged { color: var(--bad); background: var(--bad-back); }
.paid-and-not-delivered, .approval-lost { color: var(--warn); background: var(--warn-back); }
.cannot-be-expressed { color: var(--soft); background: var(--raised); }
td .cannot-be-expressed span { position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden; }
.none { color: var(--soft); }
[popover] { width: min(720px, calc(100vw - 24px)); max-height: calc(100vh - 48px); overflow: auto; padding: 16px 20px; color: var(--text); background: var(--back); border: 1px solid var(--line); border-radius: 8px; }
[popover] h2 { margin-top: 0; }
[popover] > p:nth-of-type(1) { display: inline-block; margin: 0; padding: 1px 8px; border-radius: 4px; }
[popover]::backdrop { background: rgb(0 0 0 / 40%); }
[popover] ol { margin: 8px 0 0; padding: 0; list-style: none; font: 12px/1.5 ui-monospace, monospace; }
[popover] li { padding: 2px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
[popover] i { display: inline-block; width: 9ch; color: var(--soft); font-style: normal; }
.transfer, .decision, .fault { font-weight: 600; }
@media (max-width: 900px) {
  table, tbody, tr, td, tbody th { display: block; width: auto; }
  thead { display: none; }
  tr:not(.group) { display: grid; grid-template-columns: 1fr 1fr; gap: 2px; padding: 8px 0; }
  tbody th { grid-column: 1 / -1; padding: 2px 0; font-size: 14px; font-weight: 600; }
  .group th { font-size: 13px; }
  td { height: auto; padding: 3px; border: 1px solid var(--line); border-radius: 4px; font-size: 12px; }
  td:has(.cannot-be-expressed) { display: none; }
  button { height: auto; }
  td::before { content: attr(data-name); display: block; padding: 0 2px 2px; color: var(--soft); }
}
`;
