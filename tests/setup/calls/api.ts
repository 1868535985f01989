import type { Site } from "../processes/site.ts";

/** Calls a site's API; a body that is no form goes as JSON. Without headers it is the admin who calls. */
export const callerOf =
  (site: () => Site, cookie: () => string) =>
  async <T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { cookie: cookie() },
  ) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${site().baseURL}${path}`, {
      method,
      headers: {
        ...headers,
        ...(isJson ? { "Content-Type": "application/json" } : {}),
      },
      body: isJson ? JSON.stringify(body) : body,
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: (text ? JSON.parse(text) : undefined) as T,
    };
  };

/** What a refused call is answered with. */
export interface Refused {
  error: string;
  fields?: Record<string, string>;
}
