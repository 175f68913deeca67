"use client";

import type { LedgerEntry } from "@agent-treasury/sdk-client";
import { BookOpen, ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, Suspense, lazy, useId, useState } from "react";
import { formatFullMoment, formatMoment } from "../format/moment.ts";
import { formatSignedUsd, formatUsd, usdAfter } from "../format/usd.ts";
import { Empty } from "../parts/empty.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { ReceiptButton } from "../receipts/receipt-button.tsx";
import { postingOf } from "../tabs/tab-text.ts";
import { entryParts } from "./entry-text.ts";
import { useLedgerPage } from "./use-ledger-page.ts";
import styles from "./entries-table.module.css";

const EntryCharges = lazy(async () => ({
  default: (await import("../tabs/entry-charges.tsx")).EntryCharges,
}));

interface EntriesTableProps {
  /** Changes when there is a new entry. */
  readonly newestEntryId: string | null;
}

export function EntriesTable({ newestEntryId }: EntriesTableProps): ReactNode {
  const { page, error, pageNumber, newer, older, again } = useLedgerPage(newestEntryId);
  if (page === undefined) {
    return error === undefined ? (
      <div className={styles.message}>
        <Placeholder isCard={false} lines={12} text="Loading the ledger…" />
      </div>
    ) : (
      <div className={styles.message}>
        <Problem title="The ledger could not be loaded." error={error} onAgain={again} />
      </div>
    );
  }
  if (page.entries.length === 0) {
    return (
      <Empty icon={<BookOpen size={18} />} title="No entries yet">
        <p>Deposits and executed spends appear here.</p>
      </Empty>
    );
  }
  return (
    <>
      <div className={styles.scroll} role="region" aria-label="Entries" tabIndex={0}>
        <table className={styles.table}>
          <Columns />
          <tbody>
            {page.entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
            {older === null && <StartingCapital oldest={page.entries.at(-1)} />}
          </tbody>
        </table>
      </div>
      {(newer !== null || older !== null) && (
        <nav className={styles.pages} aria-label="Pages of the ledger">
          <span className="at-soft at-small at-number">Page {pageNumber}</span>
          <button
            type="button"
            className="at-button"
            disabled={newer === null}
            onClick={newer ?? undefined}
          >
            <ChevronLeft size={15} aria-hidden="true" /> Newer
          </button>
          <button
            type="button"
            className="at-button"
            disabled={older === null}
            onClick={older ?? undefined}
          >
            Older <ChevronRight size={15} aria-hidden="true" />
          </button>
        </nav>
      )}
    </>
  );
}

const columns = 7;

function Columns(): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.wide}>
          No.
        </th>
        <th scope="col">When</th>
        <th scope="col">What</th>
        <th scope="col" className={styles.wide}>
          Type
        </th>
        <th scope="col" className={styles.end}>
          Amount
        </th>
        <th scope="col" className={styles.end}>
          Balance
        </th>
        <th scope="col" className={styles.wide}>
          Hash
        </th>
      </tr>
    </thead>
  );
}

/** The balance before the first entry. */
function StartingCapital({ oldest }: { readonly oldest: LedgerEntry | undefined }): ReactNode {
  if (oldest === undefined) return null;
  const amount = formatUsd(usdAfter(oldest.balanceUsd, oldest.amountUsd));
  return (
    <tr>
      <td className={styles.wide} />
      <td />
      <td className={styles.what}>Starting capital</td>
      <td className={styles.wide} />
      <td />
      <td className={`${styles.end} ${styles.whole}`}>{amount}</td>
      <td className={styles.wide} />
    </tr>
  );
}

function Row({ entry }: { readonly entry: LedgerEntry }): ReactNode {
  const { sequence, createdAt, description, type, reversalOf, amountUsd, balanceUsd, hash } = entry;
  const chargesId = useId();
  const [isOpen, setOpen] = useState(false);
  const posting = postingOf(entry);
  const row = (
    <tr>
      <td className={`${styles.wide} ${styles.number}`}>{sequence}</td>
      <td className={`${styles.whole} ${styles.when}`}>
        <time dateTime={createdAt} title={formatFullMoment(createdAt)}>
          {formatMoment(createdAt)}
        </time>
      </td>
      <td className={styles.what}>
        <bdi title={description}>
          {entryParts(description).map((part, index) => (
            <Fragment key={index}>
              {index > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </bdi>{" "}
        {posting !== null && (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={isOpen}
            aria-controls={chargesId}
            aria-label={`Charges of entry ${sequence}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size={14} aria-hidden="true" /> Charges
          </button>
        )}{" "}
        {entry.proposalId !== null && (
          <ReceiptButton
            proposalId={entry.proposalId}
            of={`entry ${sequence}`}
            className={styles.unfold}
          />
        )}
      </td>
      <td className={styles.wide}>
        <span className={styles.type} data-type={type}>
          {reversalOf === null ? type : `${type} reversed`}
        </span>
      </td>
      <td className={`${styles.end} ${styles.whole}`} data-sign={amountUsd < 0 ? "out" : "in"}>
        {formatSignedUsd(amountUsd)}
      </td>
      <td className={`${styles.end} ${styles.whole}`}>{formatUsd(balanceUsd)}</td>
      <td className={styles.wide}>
        <code title={hash}>{hash.slice(0, 10)}</code>
      </td>
    </tr>
  );
  if (posting === null || !isOpen) return row;
  return (
    <>
      {row}
      <tr id={chargesId}>
        <td colSpan={columns} className={styles.unfolded}>
          <Suspense fallback={<Placeholder isCard={false} lines={3} text="Loading charges…" />}>
            <EntryCharges tabId={entry.proposalId ?? ""} posting={posting} />
          </Suspense>
        </td>
      </tr>
    </>
  );
}
