"use client";

export { WebhookList } from "./webhooks/webhook-list.tsx";
