export {
  type MemoryStorage,
  type MemoryStorageOptions,
  memoryStorage,
} from "./memory/memory-storage.ts";
