/** A signal that ends a call after this time, in milliseconds. Safari has `AbortSignal.timeout` since 16. */
export function timeout(ms: number) {
  const late = new AbortController();
  setTimeout(() => late.abort(), ms);
  return late.signal;
}
