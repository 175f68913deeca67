"use client";

import { createTreasuryClient } from "@agent-treasury/sdk-client";
import type { PageSession } from "@agent-treasury/server";
import { Fragment, type ReactNode, useCallback, useMemo, useState } from "react";
import { basePath } from "../lib/base-path.ts";
import { recall, remember } from "../lib/browser-memory.ts";
import { type Command, CommandContext } from "../lib/command-context.ts";
import { randomId } from "../lib/random-id.ts";
import { type Notice, Notices } from "./parts/notices.tsx";

const operatorKey = "treasury.operator";

interface CommandProviderProps {
  readonly workspaceId: string;
  openWorkspace(workspaceId: string): void;
  readonly session: PageSession;
  readonly children: ReactNode;
}

export function CommandProvider(props: CommandProviderProps): ReactNode {
  const { workspaceId, openWorkspace, session, children } = props;
  const [typedName, setTypedName] = useState(() => recall(operatorKey, "browser") ?? "");
  const [notice, setNotice] = useState<Notice | null>(null);
  const [epoch, setEpoch] = useState(0);

  const client = useMemo(
    () => createTreasuryClient({ baseUrl: "", basePath: `${basePath}/api/service`, workspaceId }),
    [workspaceId],
  );
  const nameOperator = useCallback((name: string) => {
    remember(operatorKey, name.trim() === "" ? null : name.trim(), "browser");
    setTypedName(name);
  }, []);
  const announce = useCallback<Command["announce"]>((text, tone = "good") => {
    setNotice({ id: randomId(), text, tone });
  }, []);

  const restart = useCallback(() => setEpoch((count) => count + 1), []);

  const command = useMemo<Command>(
    () => ({
      client,
      workspaceId,
      openWorkspace,
      session,
      operatorName: session.operator ?? typedName.trim(),
      nameOperator,
      announce,
      restart,
    }),
    [announce, restart, client, nameOperator, openWorkspace, session, typedName, workspaceId],
  );
  return (
    <CommandContext value={command}>
      <Fragment key={epoch}>{children}</Fragment>
      <Notices notice={notice} onDone={() => setNotice(null)} />
    </CommandContext>
  );
}
