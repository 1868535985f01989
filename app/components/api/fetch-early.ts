declare global {
  interface Window {
    /** Answers to what a page's first script has asked for, by address. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/** Takes what the page's first script has asked for, once. Fetches what it hasn't, or could not get. */
export const fetchEarly = (address: string, request?: RequestInit) => {
  const early = window.earlyAnswers?.[address];
  if (!early) return fetch(address, request);
  delete window.earlyAnswers![address];
  return early.catch(() => fetch(address, request));
};
