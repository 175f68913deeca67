"use client";

export { LedgerTable, type LedgerTableProps } from "./ledger/ledger-table.tsx";
