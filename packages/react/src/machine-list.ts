"use client";

export { MachineList } from "./machines/machine-list.tsx";
