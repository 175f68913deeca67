import type { Doc, Storage } from "@agent-treasury/provider";
import { altered } from "./altered-storage.fixture.ts";

const every = ["turn", "lease", "proposal", "proposals", "cursor"];

/** Storages with a defect in `due`, by its description. */
export const brokenDue: Readonly<Record<string, () => Storage>> = {
  "does not list documents that are due now": () =>
    altered((sound) => ({
      due: (now, after, limit, kinds) => sound.due(now - 1, after, limit, kinds),
    })),
  "skips documents due at the moment of the page's end": () =>
    altered((sound) => ({
      due: async (now, after, limit, kinds) => {
        const rest = await sound.due(now, after, 10_000, kinds);
        const past = (doc: Doc): boolean => after === null || (doc.dueAt ?? 0) > after.dueAt;
        return rest.filter(({ doc }) => past(doc)).slice(0, limit);
      },
    })),
  "lists due documents of all kinds": () =>
    altered((sound) => ({ due: (now, after, limit) => sound.due(now, after, limit, every) })),
  "lists due documents of the first kind only": () =>
    altered((sound) => ({
      due: (now, after, limit, kinds) => sound.due(now, after, limit, kinds.slice(0, 1)),
    })),
  "removes documents of other kinds from a page of all": () =>
    altered((sound) => ({
      due: async (now, after, limit, kinds) =>
        (await sound.due(now, after, limit, every)).filter(({ doc }) => kinds.includes(doc.kind)),
    })),
  "lists one kind after the other": () =>
    altered((sound) => ({
      due: async (now, after, limit, kinds) => {
        const ofKind = kinds.map((kind) => sound.due(now, after, limit, [kind]));
        return (await Promise.all(ofKind)).flat().slice(0, limit);
      },
    })),
  "starts each kind after the id of the page's end": () =>
    altered((sound) => ({
      due: async (now, after, limit, kinds) => {
        const rest = await sound.due(now, after, 10_000, kinds);
        const isPast = ({ dueAt, id }: Doc): boolean =>
          after === null || (dueAt ?? 0) > after.dueAt || id > after.id;
        return rest.filter(({ doc }) => isPast(doc)).slice(0, limit);
      },
    })),
};
