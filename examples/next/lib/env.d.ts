declare namespace NodeJS {
  interface ProcessEnv {
    readonly NEXT_PUBLIC_BASE_PATH?: string;
    readonly NEXT_RUNTIME?: string;
  }
}
