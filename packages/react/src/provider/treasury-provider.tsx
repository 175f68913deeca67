"use client";

import { type TreasuryClient, createTreasuryClient } from "@agent-treasury/sdk-client";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { type Cache, SWRConfig, type SWRConfiguration } from "swr";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { recall, remember } from "../support/browser-memory.ts";
import { randomId } from "../support/random-id.ts";
import { keepingAnswers } from "./kept-answers.ts";
import { type Notice, Notices } from "./notices.tsx";
import {
  type ColorScheme,
  type RootAttributes,
  TreasuryContext,
  type TreasuryContextValue,
} from "./treasury-context.ts";
import styles from "./treasury-provider.module.css";

const approverKey = "treasury.operator";

export interface TreasuryProviderProps {
  /** The workspace that all components show. */
  readonly workspaceId: string;
  /** The service's origin, such as `https://example.com`. Default: the page's own. */
  readonly baseUrl?: string | undefined;
  /** Where the service is mounted. Default: `/api/service`. */
  readonly basePath?: string | undefined;
  /**
   * Calls the service instead of `baseUrl` and `basePath`, for example with `headers`. Create it once,
   * for the same workspace.
   */
  readonly client?: TreasuryClient | undefined;
  /**
   * The name of the signed-in person, as the service authenticates it. Null if the service has no
   * sign-in: a typed name is then recorded as not verified.
   */
  readonly approver?: string | null | undefined;
  /** Default: `light dark`, which follows the operating system. */
  readonly colorScheme?: ColorScheme | undefined;
  /** Added to the root element and to those of dialogs, for example to set variables. */
  readonly className?: string | undefined;
  /** Receives notifications, such as a recorded decision, instead of showing them. */
  readonly onNotice?: ((notice: TreasuryNotice) => void) | undefined;
  readonly children?: ReactNode;
}

/** The result of an action of the person. */
export interface TreasuryNotice {
  readonly text: string;
  readonly tone: "good" | "bad";
}

/** Connects components to a workspace of a service. */
export function TreasuryProvider(props: TreasuryProviderProps): ReactNode {
  const { workspaceId, approver, onNotice, children } = props;
  const client = useClient(props);
  const root = useRoot(props);
  const typed = useTypedName();
  const chats = useRef<readonly string[]>([]);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const announce = useCallback<TreasuryContextValue["announce"]>(
    (text, tone = "good") => {
      if (onNotice === undefined) setNotice({ id: randomId(), text, tone });
      else onNotice({ text, tone });
    },
    [onNotice],
  );
  const value = useMemo<TreasuryContextValue>(
    () => ({
      client,
      workspaceId,
      approver,
      approverName: approver ?? typed.name.trim(),
      nameApprover: typed.change,
      announce,
      placeNotices: setPlace,
      chats,
      root,
    }),
    [announce, approver, client, root, typed.change, typed.name, workspaceId],
  );
  return (
    <TreasuryContext.Provider value={value}>
      {/* A function, so that settings and data of the app's own SWR do not apply. */}
      <SWRConfig key={workspaceId} value={ownCache}>
        <div {...root} className={`${root.className} ${styles.root}`}>
          {children}
          {onNotice === undefined && (
            <Notices notice={notice} place={place} onDone={() => setNotice(null)} />
          )}
        </div>
      </SWRConfig>
    </TreasuryContext.Provider>
  );
}

const ownCache = (): SWRConfiguration & { provider(): Cache } => ({ provider: () => new Map() });

function useClient(props: TreasuryProviderProps): TreasuryClient {
  const { client, baseUrl = "", basePath, workspaceId } = props;
  return useMemo(
    () => client ?? createTreasuryClient({ baseUrl, basePath, workspaceId, ...ofOrigin(baseUrl) }),
    [client, baseUrl, basePath, workspaceId],
  );
}

/** Another origin would have to allow the header. A server that renders the page sends no requests. */
function ofOrigin(baseUrl: string): { readonly fetch?: typeof fetch } {
  return baseUrl === "" ? { fetch: keepingAnswers((...request) => fetch(...request)) } : {};
}

function useRoot(props: TreasuryProviderProps): RootAttributes {
  const { className, colorScheme = "light dark" } = props;
  return useMemo(
    () => ({
      className: className === undefined ? "at-root" : `at-root ${className}`,
      "data-color-scheme": colorScheme,
    }),
    [className, colorScheme],
  );
}

/** The name of a person without sign-in, which the browser remembers. */
function useTypedName(): { readonly name: string; change(name: string): void } {
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<string | null>(null);
  const change = useCallback((name: string) => {
    remember(approverKey, name.trim() === "" ? null : name.trim(), "browser");
    setTyped(name);
  }, []);
  return { name: typed ?? (isHydrated ? (recall(approverKey, "browser") ?? "") : ""), change };
}
