"use client";

export { MoneySummary } from "./money/money-summary.tsx";
