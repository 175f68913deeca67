const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

export function isLoopback(host: string): boolean {
  return loopback.test(host);
}
