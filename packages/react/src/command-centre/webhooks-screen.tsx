"use client";

import { Webhook } from "lucide-react";
import type { ReactNode } from "react";
import { Empty } from "../parts/empty.tsx";
import { useEndpoints } from "../webhooks/use-webhooks.ts";
import { WebhookList } from "../webhooks/webhook-list.tsx";

/** Webhooks, also if an address leads to it in a deployment without webhooks. */
export function WebhooksScreen(): ReactNode {
  const { isMissing } = useEndpoints();
  if (!isMissing) return <WebhookList />;
  return (
    <div className="at-card">
      <Empty icon={<Webhook size={18} />} title="No webhooks">
        <p>The service has no webhooks, or you do not have permission to see them.</p>
      </Empty>
    </div>
  );
}
