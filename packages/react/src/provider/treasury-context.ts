"use client";

import type { TreasuryClient } from "@agent-treasury/sdk-client";
import { type Context, type RefObject, createContext, useContext } from "react";

/** Shared by all components below a provider. */
export interface TreasuryContextValue {
  readonly client: TreasuryClient;
  readonly workspaceId: string;
  /** The signed-in person. Null if the service has no sign-in, undefined if unknown. */
  readonly approver: string | null | undefined;
  /** The name for decisions: the signed-in person, otherwise a typed name. Empty for none. */
  readonly approverName: string;
  nameApprover(name: string): void;
  /** Shows a notification. */
  announce(text: string, tone?: "good" | "bad"): void;
  /** Shows notifications in this element instead of over the page. Null to end that. */
  placeNotices(place: HTMLElement | null): void;
  /** The workspace of each conversation on the page. They resume their own turns. */
  readonly chats: RefObject<readonly string[]>;
  /** The attributes of elements outside of the provider's, such as dialogs. */
  readonly root: RootAttributes;
}

/** `light dark` follows the operating system. */
export type ColorScheme = "light" | "dark" | "light dark";

export interface RootAttributes {
  readonly className: string;
  readonly "data-color-scheme": ColorScheme;
}

export const TreasuryContext: Context<TreasuryContextValue | null> =
  createContext<TreasuryContextValue | null>(null);

export function useTreasuryContext(): TreasuryContextValue {
  const value = useContext(TreasuryContext);
  if (value === null) {
    throw new Error("No <TreasuryProvider> above this component. Render it inside of one.");
  }
  return value;
}
