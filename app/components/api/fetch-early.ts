declare global {
  interface Window {
    /** Answers to the requests of a page's first script, by address. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/** Takes, once, an answer that the page's first script asked for. Fetches it if the script didn't or couldn't. */
export const fetchEarly = (address: string, request?: RequestInit) => {
  const early = window.earlyAnswers?.[address];
  if (!early) return fetch(address, request);
  delete window.earlyAnswers![address];
  return early.catch(() => fetch(address, request));
};
