"use client";

export { RulesEditor } from "./rules/rules-editor.tsx";
