"use client";

import type { ReactNode } from "react";
import { AgentList } from "../agents/agent-list.tsx";
import { useEndpoints } from "../webhooks/use-webhooks.ts";
import { WebhookList } from "../webhooks/webhook-list.tsx";
import styles from "./agents-screen.module.css";

/** External agents, and webhooks if the service has them. */
export function AgentsScreen(): ReactNode {
  const { endpoints } = useEndpoints();
  return (
    <div className={styles.screen}>
      <AgentList />
      {endpoints !== undefined && <WebhookList />}
    </div>
  );
}
