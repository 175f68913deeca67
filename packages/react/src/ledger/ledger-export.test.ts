import type {
  LedgerEntry,
  LedgerPage,
  PageRequest,
  Proposal,
  ProposalPage,
  TreasuryClient,
} from "@agent-treasury/sdk-client";
import { expect, it } from "vitest";
import { aProposal, anEntry } from "../inbox/proposal.fixture.ts";
import { exportLedger } from "./ledger-export.ts";

/** A client whose ledger is these pages. */
function clientOf(
  pages: readonly (readonly LedgerEntry[])[],
  decided: readonly Proposal[] = [],
): TreasuryClient {
  const ledger = async ({ cursor = "0" }: PageRequest = {}): Promise<LedgerPage> => {
    const index = Number(cursor);
    const next = index + 1 < pages.length ? String(index + 1) : null;
    return { entries: [...(pages[index] ?? [])], cursor: next };
  };
  const proposals = async (): Promise<ProposalPage> => ({ proposals: [...decided], cursor: null });
  return { treasury: { ledger, proposals } } as unknown as TreasuryClient;
}

it("writes every page, oldest entry first", async () => {
  const csv = await exportLedger(
    clientOf([
      [anEntry({ sequence: 3 }), anEntry({ sequence: 2 })],
      [anEntry({ sequence: 1, type: "deposit", amountUsd: 60 })],
    ]),
  );
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[0]).toMatch(
    /^sequence,createdAt,businessDay,type,description,amountUsd,balanceUsd,/,
  );
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(["1", "2", "3"]);
  expect(lines[1]).toContain(",deposit,Sticker Mule: stickers,60,96,");
});

it("quotes what would break a line, and lets no vendor write a formula", async () => {
  const csv = await exportLedger(
    clientOf([
      [
        anEntry({ description: 'Say "hi", Inc: pens\r\nand more' }),
        anEntry({ description: '=HYPERLINK("https://evil.example")' }),
      ],
    ]),
  );
  expect(csv).toContain('"Say ""hi"", Inc: pens\\u000d\\u000aand more"');
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
});

it.each(["=1", "+1", "-1", "@a", "＝1", "＋1", "－1", "＠a", " =1"])(
  "keeps %s from being a formula",
  async (description) => {
    const csv = await exportLedger(clientOf([[anEntry({ description })]]));
    expect(csv).toContain(`,'${description},`);
  },
);

it.each([
  ["Acme;=1", "Acme;'=1"],
  ["Acme; @a;＝1", "Acme;' @a;'＝1"],
  ["Acme; pens", "Acme; pens"],
])("keeps %s from being a formula where cells end at semicolons", async (description, cell) => {
  const csv = await exportLedger(clientOf([[anEntry({ description })]]));
  expect(csv).toContain(`,${cell},`);
});

it("escapes control characters, and shows whether the approver was verified", async () => {
  const csv = await exportLedger(
    clientOf(
      [
        [
          anEntry({ sequence: 3, proposalId: "none", description: "Ac\u202eme\u001b[31m" }),
          anEntry({ sequence: 2, proposalId: "by-guest" }),
          anEntry({ sequence: 1, proposalId: "by-ada" }),
        ],
      ],
      [
        aProposal({ id: "by-ada", operator: "Ada", operatorVerified: true }),
        aProposal({ id: "by-guest", operator: "Ada", operatorVerified: false }),
      ],
    ),
  );
  const lines = csv.trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",").slice(-2).join())).toEqual([
    "operator,operatorVerified",
    "Ada,true",
    "Ada,false",
    ",",
  ]);
  expect(lines[3]).toContain(String.raw`Ac\u202eme\u001b[31m`);
});
