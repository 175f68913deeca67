"use client";

export { AllocationList } from "./allocations/allocation-list.tsx";
