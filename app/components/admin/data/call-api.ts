/** Said if the server refuses without words of its own, as a proxy before it may. */
export const FALLBACK = "Something went wrong";

/** What the server said to a call that it refused: one sentence, and what is wrong with which field. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;

  constructor(status: number, message: string, fields: Record<string, string>) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/**
 * Calls the site's API as the admin; a body that is no form goes as JSON.
 * @returns the answer's JSON (undefined where it has none) with its headers
 * @throws {ApiError} where the server refuses; a lost session leads to the sign-in page
 */
export async function callApi<T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ answer: T; headers: Headers }> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await fetch(path, {
    method,
    headers: {
      Accept: "application/json",
      ...(isJson ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : body,
  });
  if (response.status === 401) window.location.assign("/login");
  const answer: unknown =
    response.status === 204
      ? undefined
      : await response.json().catch(() => undefined);
  if (response.ok) return { answer: answer as T, headers: response.headers };
  const { error, fields } = (answer ?? {}) as {
    error?: string;
    fields?: Record<string, string>;
  };
  throw new ApiError(response.status, error ?? FALLBACK, fields ?? {});
}
