"use client";

export { ApprovalInbox } from "./inbox/approval-inbox.tsx";
