"use client";

export { ApprovalInbox, type ApprovalInboxProps } from "./inbox/approval-inbox.tsx";
