import type {
  DisclosedTexts,
  KeySet,
  ReceiptFacts,
  ReceiptPayment,
  ReceiptReport,
  ReceiptStatement,
} from "../receipt-report.ts";
import { verifyReceipt } from "../verify-receipt.ts";

function find(id: string): HTMLElement {
  return document.querySelector<HTMLElement>(`#${id}`) ?? document.body;
}

function input(id: string): HTMLInputElement {
  return find(id) as HTMLInputElement;
}

async function fileIn(id: string): Promise<string | null> {
  const file = input(id).files?.[0];
  return file === undefined ? null : file.text();
}

function element(name: string, text: string, className = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

type Row = readonly [name: string, value: string | null | undefined];

function table(title: string, rows: readonly Row[]): readonly HTMLElement[] {
  const list = document.createElement("dl");
  for (const [name, value] of rows) {
    if (value == null) continue;
    list.append(element("dt", name), element("dd", value));
  }
  return [element("h2", title), list];
}

/** Amounts are millionths of a dollar. */
function dollars(micros: unknown): string {
  const amount = BigInt(String(micros));
  const digits = (amount < 0n ? -amount : amount).toString().padStart(7, "0");
  const cents = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${amount < 0n ? "−" : ""}$${digits.slice(0, -6)}.${cents}`;
}

function textRows({ texts, withheld, isErased }: DisclosedTexts): readonly Row[] {
  const missing = isErased ? "erased" : "withheld";
  return [
    ...Object.entries(texts).map(([name, text]): Row => [name, text ?? "none"]),
    ...withheld.map((name): Row => [name, `(${missing})`]),
  ];
}

function signerText(statement: ReceiptStatement | null): string | null {
  if (statement === null) return null;
  const { signer, isPayee, text } = statement;
  return `${isPayee ? "the payee" : (signer ?? "not verified")}: ${text}`;
}

function paymentRows({ authorization, offer, receipt }: ReceiptPayment): readonly Row[] {
  return [
    ["Signed by the payer", authorization?.from],
    ["For the payee", authorization?.to],
    ["At most", authorization && `${authorization.value} units of ${authorization.token}`],
    ["Chain", authorization?.network],
    ["Nonce", authorization?.nonce],
    ["In the ledger", authorization && (authorization.isRecorded ? "yes" : "no")],
    ["Offer signed by", signerText(offer)],
    ["Receipt signed by", signerText(receipt)],
  ];
}

function shown(facts: ReceiptFacts): readonly HTMLElement[] {
  const { spend, proposal, entries, approvals, overrun, rules, quote, payment } = facts;
  const { checkpoint, isCosigned } = facts;
  return [
    ...table("Spend", [
      ["Paid", dollars(spend["captured"])],
      ["Above the approved amount", overrun && dollars(overrun)],
      ["Refunded", spend["refunded"] === "0" ? null : dollars(spend["refunded"])],
      ["Approved automatically", spend["autoApproved"] === true ? "yes" : "no"],
      ["Agent", String(spend["agentId"])],
      ["Proposal", facts.proposalId],
      ["Workspace", facts.workspace],
      ["Deployment", facts.deployment],
      ["Receipt issued", facts.issuedAt],
    ]),
    ...(proposal === null ? [] : table("Proposal", textRows(proposal))),
    ...approvals.flatMap(({ at, name, isSigned, verified, approvedAmount }, index) =>
      table(`Approval ${index + 1}`, [
        ["Person", name ?? "(withheld)"],
        ["At", at],
        ["At most", dollars(approvedAmount)],
        ["Signed with a passkey", isSigned ? "yes" : "no"],
        ["Signed in", verified ? "yes" : "no"],
      ]),
    ),
    ...entries.flatMap((entry) =>
      table(`Ledger entry ${entry.sequence}`, [
        ["Amount", dollars(entry.amount)],
        ["At", entry.createdAt],
        ["Reference", entry.reference],
        ["Reversal of", entry.reversalOf],
        ...textRows(entry),
      ]),
    ),
    ...(rules === null ? [] : [element("h2", "Rules"), element("pre", rules)]),
    ...(quote === null ? [] : [element("h2", "Offer of the payee"), element("pre", quote)]),
    ...(payment === null ? [] : table("Payment", paymentRows(payment))),
    ...table("Checkpoint", [
      ["Entries", String(checkpoint.size)],
      ["Signed by a witness", isCosigned ? "yes" : "no"],
    ]),
  ];
}

function verdict({ facts, problems, withheld }: ReceiptReport): readonly HTMLElement[] {
  if (facts === null) {
    const reasons = problems.map((problem) => element("p", problem));
    return [element("p", "Not valid", "verdict bad"), ...reasons];
  }
  const note =
    withheld.length === 0 ? "Nothing is withheld." : `Withheld or erased: ${withheld.join(", ")}.`;
  return [element("p", "Valid", "verdict good"), element("p", note, "soft"), ...shown(facts)];
}

async function run(): Promise<readonly HTMLElement[]> {
  const receipt = (await fileIn("receipt-file")) ?? input("receipt").value;
  const [keys, cosigned] = await Promise.all([fileIn("keys"), fileIn("cosigned")]);
  if (keys === null) return [element("p", "Choose the keys of the deployment.", "verdict bad")];
  const witness = input("witness").value.trim();
  try {
    const report = await verifyReceipt(receipt.trim(), JSON.parse(keys) as KeySet, {
      witnesses: witness === "" ? [] : [witness],
      ...(cosigned !== null && { cosigned }),
    });
    return verdict(report);
  } catch {
    return [element("p", "The file with the keys cannot be read.", "verdict bad")];
  }
}

async function show(): Promise<void> {
  const result = find("result");
  result.replaceChildren(...(await run()));
  result.hidden = false;
}

find("verify").addEventListener("click", () => void show());
