"use client";

export { FreezeBanner } from "./freezes/freeze-banner.tsx";
export { FreezeButton, type FreezeButtonProps } from "./freezes/freeze-button.tsx";
export type { FreezeScope } from "./freezes/freeze-text.ts";
