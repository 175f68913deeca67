import { type Cell, type ComparedContestant, type Comparison, runsOfRace } from "./compare.ts";
import type { Fault } from "./fault.ts";
import { pageStyle } from "./page-style.ts";
import { groups, rowOf, versionOf } from "./summary.ts";
import type { TraceLine } from "./trace.ts";

/** What a cell shows, beside its color. */
const shown: Readonly<Record<Cell["outcome"], { readonly mark: string; readonly text: string }>> = {
  held: { mark: "✓", text: "held" },
  "paid twice": { mark: "✕", text: "paid twice" },
  "paid and not delivered": { mark: "!", text: "paid, not delivered" },
  "cap passed": { mark: "✕", text: "cap passed" },
  "approval forged": { mark: "✕", text: "approval forged" },
  "approval lost": { mark: "!", text: "approval lost" },
  "cannot be expressed": { mark: "–", text: "cannot be expressed" },
};

/** Writes the comparison as one page without scripts or other files. */
export function writePage(comparison: Comparison, date: string): string {
  const ran = comparison.contestants.filter(({ cells }) => cells !== null);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payments by agents under faults</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<header>
<h1>Payments by agents under faults</h1>
<p>${ran.length} ways for an agent to pay, each by its own documented example, through the same ${comparison.faults.length} faults. Open a cell for its trace.</p>
<ul class="legend">${Object.entries(shown)
    .map(
      ([outcome, { mark, text }]) => `<li class="${classOf(outcome)}"><b>${mark}</b> ${text}</li>`,
    )
    .join("")}</ul>
</header>
${tableOf(comparison)}
${methodOf(date)}
${faultsOf(comparison.faults)}
${setUpsOf(comparison.contestants)}
</main>
${comparison.faults.map((fault, at) => tracesOf(comparison, fault, at)).join("\n")}
</body>
</html>
`;
}

function tableOf(comparison: Comparison): string {
  const { contestants, faults } = comparison;
  const heads = contestants
    .map(
      ({ contestant: { name, isOwn = false } }) =>
        `<th scope="col"${isOwn ? ' class="own"' : ""}>${escape(name).replaceAll("/", "/<wbr>")}</th>`,
    )
    .join("");
  const bodies = groups.map(({ needs, title }) => {
    const rows = faults.flatMap((fault, at) =>
      fault.needs === needs ? [faultRow(comparison, fault, at)] : [],
    );
    const span = contestants.length + 1;
    return `<tbody><tr class="group"><th colspan="${span}" scope="rowgroup">${title}</th></tr>${rows.join("\n")}</tbody>`;
  });
  return `<div class="frame"><table><thead><tr><th scope="col">Fault</th>${heads}</tr></thead>\n${bodies.join("\n")}</table></div>`;
}

function faultRow(comparison: Comparison, fault: Fault, at: number): string {
  const cells = comparison.contestants.map((compared, column) => {
    const { name, isOwn = false } = compared.contestant;
    const label = `data-name="${escape(name)}"${isOwn ? ' class="own"' : ""}`;
    const cell = compared.cells?.[at];
    if (cell === undefined) return `<td ${label}><span class="none">not run</span></td>`;
    const { mark, text } = shown[cell.outcome];
    return `<td ${label}><button class="${classOf(cell.outcome)}" popovertarget="t${at}-${column}"><b>${mark}</b> <span>${text}</span></button></td>`;
  });
  return `<tr><th scope="row"><a href="#f${at}">${escape(fault.name)}</a></th>${cells.join("")}</tr>`;
}

function tracesOf(comparison: Comparison, fault: Fault, at: number): string {
  return rowOf(comparison, at)
    .map(({ compared, cell }) => {
      const column = comparison.contestants.indexOf(compared);
      const { text } = shown[cell.outcome];
      const body =
        "reason" in cell
          ? `<p>${escape(cell.reason)}</p>`
          : `<p>${escape(fault.injected)}${runsOf(cell.runs)}</p><ol>${cell.trace.map(lineOf).join("")}</ol>`;
      return `<section popover id="t${at}-${column}"><h2>${escape(compared.contestant.name)}: ${escape(fault.name)}</h2><p class="${classOf(cell.outcome)}">${text}</p>${body}</section>`;
    })
    .join("\n");
}

function runsOf(runs: number): string {
  return runs === 1 ? "" : ` The trace is of run ${runs}; the runs before it held.`;
}

function lineOf({ kind, text }: TraceLine): string {
  return `<li class="${kind}"><i>${kind}</i> ${escape(text)}</li>`;
}

function methodOf(date: string): string {
  return `<section><h2>Method</h2>
<p>Each contestant is a program in a process of its own. It gets an account, a folder that survives it, and the address of a seller that sells a report for half a test dollar. There is one chain (anvil), one seller program, and one clock. The harness injects a fault, and counts:</p>
<ul><li><b>payments</b> from the token's logs on the chain,</li><li><b>deliveries</b> from the seller's record of its answers,</li><li><b>approvals</b> from the decisions that the person made.</li></ul>
<p>What a contestant reports of itself does not count. A cell has its worst outcome. Some outcomes depend on an instant, such as that of a kill; “held” then means ${runsOfRace} runs in a row. Before the faults, each contestant has to buy one report without any, otherwise the run fails. A caller repeats a purchase that delivered nothing, at most three times, as a job queue does.</p>
<h2>Fairness</h2>
<p>A contestant is set up as its own documentation shows it, in its favour where there is a choice. Faults that it has no words for are “cannot be expressed”, which is no defect: a payment client is not a budget. A client that signs again for each attempt pays twice by design, because nothing names the purchase. Several others are simpler than Agent Treasury, and the last table lists what they do better.</p>
<h2>Correct a row</h2>
<p>Each program is short, in <code>bench/faults/contestants</code>. If yours is not set up as you would, change it, run <code>npx -y pnpm@12 bench faults</code>, and send the change with the documentation that it follows. A later version of a package is a change of one line in <code>bench/faults/peers/package.json</code>.</p>
<p>Run on ${date} by <code>npx -y pnpm@12 bench faults</code>.</p></section>`;
}

function faultsOf(faults: readonly Fault[]): string {
  const items = faults.map(
    ({ name, injected }, at) => `<dt id="f${at}">${escape(name)}</dt><dd>${escape(injected)}</dd>`,
  );
  return `<section><h2>Faults</h2><dl>${items.join("")}</dl></section>`;
}

function setUpsOf(contestants: readonly ComparedContestant[]): string {
  const items = contestants.map((compared) => {
    const { name, sources, setup, better, program } = compared.contestant;
    const links = sources
      .map(({ title, url }) => `<a href="${linkOf(url)}">${escape(title)}</a>`)
      .concat(`<a href="contestants/${program}.ts">program</a>`);
    const praise = better === "" ? "" : `<p><b>Better:</b> ${code(better)}</p>`;
    const missing = compared.cells === null ? "<p>Not run: it is not installed.</p>" : "";
    return `<dt>${escape(name)}</dt><dd><p>${escape(versionOf(compared))} · ${links.join(" · ")}</p><p>${code(setup)}</p>${praise}${missing}</dd>`;
  });
  return `<section><h2>Set-ups, and what others do better</h2><dl>${items.join("")}</dl></section>`;
}

function linkOf(url: string): string {
  return url.startsWith("https:") ? url : `../../${url}`;
}

function classOf(outcome: string): string {
  return outcome.replaceAll(" ", "-");
}

function code(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
