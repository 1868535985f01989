declare global {
  interface Window {
    /** Answers to the requests of a page's first script, by address. */
    earlyAnswers?: Record<string, Promise<Response>>;
  }
}

/** Takes an answer that the page's first script has asked for, once. Fetches it if the script hasn't, or could not get it. */
export const fetchEarly = (address: string, request?: RequestInit) => {
  const early = window.earlyAnswers?.[address];
  if (!early) return fetch(address, request);
  delete window.earlyAnswers![address];
  return early.catch(() => fetch(address, request));
};
