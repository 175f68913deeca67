"use client";

export { MoneySummary, type MoneySummaryProps } from "./money/money-summary.tsx";
