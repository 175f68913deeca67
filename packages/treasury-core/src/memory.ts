export { type MemoryStorageOptions, memoryStorage } from "./memory/memory-storage.ts";
